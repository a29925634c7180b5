import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** `npm run sdk:servers` is no test of `npm test`: it installs from the registry. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  resolve: { alias: { '#test': fileURLToPath(new URL('../..', import.meta.url)) } },
  test: { include: ['test/sdk/servers/compare.run.ts'], reporters: ['verbose'], hookTimeout: 600_000 },
})
