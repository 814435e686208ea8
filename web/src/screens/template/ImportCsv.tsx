export { default } from "../general/NotBuiltYet";
