import { createRequire } from 'node:module'

export const { version }: { readonly version: string } = createRequire(import.meta.url)('omniport/package.json')
