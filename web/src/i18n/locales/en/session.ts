export default {
  login: {
    title: "Log in to Siteproof",
    username: "Username",
    password: "Password",
    showPassword: "Show password",
    hidePassword: "Hide password",
    code: "One-time code",
    codeHint: "Enter the code from your authenticator app or e-mail.",
    submit: "Log in",
    submitting: "Logging in",
    verify: "Verify",
    back: "Use another account",
    forgot: "Forgot password?",
    tagline: "What leaves Siteproof is proof.",
  },
  forgot: {
    toLogin: "Back to log in",
  },
  forbidden: {
    title: "You are not allowed to view this page",
    advice: "Log out and log back in with the right permissions.",
    needs: "The page needs:",
    authority: "the permission {name}",
    product: "the product {name}",
  },
  home: {
    title: "Welcome, {name}",
    lead: "This is what you may open.",
    nothing: "Nothing is open to you yet",
    nothingText: "Ask an administrator of {customer} to give you the permissions you need.",
  },
  loggingOut: "Logging out",
};
