/** @throws TypeError when there are none, or one is shorter than 32 bytes. */
export function checkSecrets(secrets: readonly string[]): readonly string[] {
  if (secrets.length === 0) throw new TypeError('secrets must hold at least one')
  const encoder = new TextEncoder()
  for (const [index, secret] of secrets.entries()) {
    // The message must not show the value.
    if (encoder.encode(secret).length < 32) throw new TypeError(`secrets[${index}] must be at least 32 bytes long`)
  }
  return secrets
}
