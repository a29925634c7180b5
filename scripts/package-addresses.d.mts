export function repositoryOf(env: Readonly<Record<string, string | undefined>>): string | undefined
export function completeManifest(
  manifest: object,
  place: { readonly address: string; readonly folder: string },
): Readonly<Record<string, unknown>>
export function linkDocuments(readme: string, address: string): string
