/** @throws TypeError when there are none, or one is shorter than 32 bytes. */
export function checkSecrets(secrets: readonly string[]): readonly string[] {
  if (secrets.length === 0) throw new TypeError('secrets must hold at least one')
  for (const [index, secret] of secrets.entries()) checkSecret(`secrets[${index}]`, secret)
  return secrets
}

/** @throws TypeError that names `path` and leaves out the value, unless that is a string of at least 32 bytes. */
export function checkSecret(path: string, secret: unknown): void {
  if (typeof secret === 'string' && new TextEncoder().encode(secret).length >= 32) return
  throw new TypeError(`${path} must be at least 32 bytes long`)
}
