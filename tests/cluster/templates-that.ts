/** The templates that make the generator of these tests behave in this way; other templates succeed at once. */
export const templateThat = { succeeds: 1, breaks: 8, kills: 3, waits: 4, takesTime: 5 };
