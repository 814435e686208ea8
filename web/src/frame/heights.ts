/** What stands above every screen and stays there; sticky things below begin at `--frame-height`. */
export const navBarHeight = "56px";
export const switchedBarHeight = "32px";
