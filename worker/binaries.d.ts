declare module "*.ttf" {
  const bytes: ArrayBuffer;
  export default bytes;
}
declare module "*.bin" {
  const bytes: ArrayBuffer;
  export default bytes;
}
