/**
 * True for names of secrets in any common spelling: `password`, `API_KEY`, `x-auth-token`, `clientSecret`. It prefers too many
 * matches over too few, but excludes counts such as `maxTokens`.
 */
export function isSecretName(name: string): boolean {
  const letters = name
    .slice(0, longestName)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
  return exactNames.has(letters) || namePattern.test(letters)
}

/** Only the beginning of a longer name is checked. */
const longestName = 256

const exactNames: ReadonlySet<string> = new Set([
  ...['auth', 'authentication', 'jwt', 'otp', 'pass', 'pat', 'pin', 'pwd'],
  ...['accesstokens', 'apitokens', 'idtokens', 'refreshtokens'],
])

const namePattern =
  /passw|passphrase|passcode|secret|authorization|apikey|accesskey|privatekey|signingkey|encryptionkey|credential|cookie|bearer|token(?!s|i[sz])/
