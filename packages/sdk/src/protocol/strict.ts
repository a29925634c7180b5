interface Platform {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> | undefined } | undefined
}

/**
 * True if the operator has set `OMNIPORT_SDK=strict`: peers get the text of an error only if its author wrote it for them, and HTTP
 * is served to this computer alone unless the program names other hosts.
 */
export function isStrict(): boolean {
  return (globalThis as Platform).process?.env?.['OMNIPORT_SDK'] === 'strict'
}
