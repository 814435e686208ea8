/** Height of the bar that stays above every screen; sticky elements below begin at `--frame-height`. */
export const navBarHeight = "56px";
export const switchedBarHeight = "32px";
