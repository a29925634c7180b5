import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Where CI wants the results as JSON. */
const outputFile = process.env['OMNIPORT_TEST_RESULTS']

function path(from: string): string {
  return fileURLToPath(new URL(from, import.meta.url))
}

export default defineConfig({
  // `#test/…` is what tests of all packages share, `#core` what one package has of the library; tsconfig.check.json says the same to
  // the compiler.
  resolve: {
    alias: [
      { find: /^#core\/(.+)$/, replacement: `${path('packages/omniport/src/entries/sdk')}/$1.ts` },
      { find: '#test', replacement: path('test') },
    ],
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'examples/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    // By default one core is left to the watcher, which would double the time on two.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    dangerouslyIgnoreUnhandledErrors: false,
    // A branch of a handler that nobody awaits when its run is over: processes live on, and so do tests.
    onUnhandledError: (error) => error.name !== 'Suspended',
    globalSetup: ['test/support/no-leaks.ts', 'test/support/stale-build.ts'],
    setupFiles: ['test/support/fresh-build.ts', 'test/support/loopback-only.ts', 'test/support/open-handles.ts'],
    ...(outputFile === undefined ? {} : { reporters: ['default', 'json'], outputFile: { json: outputFile } }),
  },
})
