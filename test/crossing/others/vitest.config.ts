import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** `npm run crossing:others` is no test: what others do is not for this repository to fail on. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  resolve: { alias: { '#test': fileURLToPath(new URL('../..', import.meta.url)) } },
  test: {
    include: ['test/crossing/others/compare.run.ts'],
    // What is abandoned after its time rejects later.
    dangerouslyIgnoreUnhandledErrors: true,
  },
})
