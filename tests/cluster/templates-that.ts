/** Template ids that make the test generator succeed, fail, crash, wait forever or take 1.5 s. */
export const templateThat = { succeeds: 1, breaks: 8, kills: 3, waits: 4, takesTime: 5 };
