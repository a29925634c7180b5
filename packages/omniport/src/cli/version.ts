import { createRequire } from 'node:module'

/** The version of this package. */
export const { version }: { readonly version: string } = createRequire(import.meta.url)('omniport/package.json')
