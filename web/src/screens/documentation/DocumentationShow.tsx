export default function DocumentationShow() {
  return null;
}
