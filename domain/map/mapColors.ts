/** The colours of the vector basemap. */
export interface BasemapColors {
  water: string;
  land: string;
  coast: string;
  river: string;
  border: string;
  country: string;
  place: string;
}

export const lightMapColors: BasemapColors = {
  water: "#d3e3ef",
  land: "#faf8f4",
  coast: "#9cb8cb",
  river: "#b4cfe2",
  border: "#a79fb0",
  country: "#6f6679",
  place: "#3f3b46",
};

export const darkMapColors: BasemapColors = {
  water: "#101b27",
  land: "#222930",
  coast: "#3c5167",
  river: "#1b3145",
  border: "#5c6470",
  country: "#a3abb6",
  place: "#d5dbe2",
};
