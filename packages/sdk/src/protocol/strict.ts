interface Platform {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> | undefined } | undefined
}

/**
 * True if the operator has set `OMNIPORT_SDK=strict`: peers get the text of an error only if its author wrote it for them, and HTTP
 * is served to this computer alone unless the program names other hosts.
 *
 * @throws TypeError for any other text, since a misspelt one would protect nothing.
 */
export function isStrict(): boolean {
  const value = (globalThis as Platform).process?.env?.['OMNIPORT_SDK'] ?? ''
  if (value === 'strict' || value === '') return value !== ''
  throw new TypeError(`OMNIPORT_SDK can only be strict, got ${JSON.stringify(value)}`)
}
