declare module "fxa-common-password-list" {
  const list: {
    /** Whether a password is one of the 50 000 most common ones of at least eight characters. */
    test(password: string): boolean;
  };
  export default list;
}
