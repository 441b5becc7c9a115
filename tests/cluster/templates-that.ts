/** What the generator of these tests does with a template; any other becomes pics at once. */
export const templateThat = { succeeds: 1, breaks: 8, kills: 3, waits: 4, takesTime: 5 };
