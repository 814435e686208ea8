/** Height of the bar at the top of every screen. Sticky elements below it start at `--frame-height`. */
export const navBarHeight = "56px";
export const switchedBarHeight = "32px";
