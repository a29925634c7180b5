/**
 * Whether a member of that name holds a secret, in any of the ways in which names are written: `password`, `API_KEY`,
 * `x-auth-token`, `clientSecret`. Rather too many than too few; counts such as `maxTokens` are none.
 */
export function isSecretName(name: string): boolean {
  const letters = name
    .slice(0, longestName)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
  return exactNames.has(letters) || namePattern.test(letters)
}

/** Of longer names the beginning decides. */
const longestName = 256

const exactNames: ReadonlySet<string> = new Set([
  ...['auth', 'authentication', 'jwt', 'otp', 'pass', 'pat', 'pin', 'pwd'],
  ...['accesstokens', 'apitokens', 'idtokens', 'refreshtokens'],
])

const namePattern =
  /passw|passphrase|passcode|secret|authorization|apikey|accesskey|privatekey|signingkey|encryptionkey|credential|cookie|bearer|token(?!s|i[sz])/
