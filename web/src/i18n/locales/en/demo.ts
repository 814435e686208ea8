export default { title: "-" };
