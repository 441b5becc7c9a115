/** Templates by what the generator of these tests does; any other template succeeds at once. */
export const templateThat = { succeeds: 1, breaks: 8, kills: 3, waits: 4, takesTime: 5 };
