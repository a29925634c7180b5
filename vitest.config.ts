import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { moreOnly, sampled } from './test/support/scope.js'

/** Where CI wants the results as JSON. */
const outputFile = process.env['OMNIPORT_TEST_RESULTS']

function path(from: string): string {
  return fileURLToPath(new URL(from, import.meta.url))
}

const all = ['packages/*/src/**/*.test.ts', 'examples/*/src/**/*.test.ts', 'test/**/*.test.ts']

/** `--mode usual` is what `npm test` runs, `--mode more` what `npm run test:more` adds; without it everything is there, and whole. */
export default defineConfig(({ mode }) => ({
  // `#test/…` is what tests of all packages share, `#core` what one package has of the library; tsconfig.check.json says the same to
  // the compiler.
  resolve: {
    alias: [
      { find: /^#core\/(.+)$/, replacement: `${path('packages/omniport/src/entries/sdk')}/$1.ts` },
      { find: '#test', replacement: path('test') },
    ],
  },
  test: {
    include: mode === 'more' ? [...moreOnly, ...sampled] : all,
    exclude: [...configDefaults.exclude, ...(mode === 'usual' ? moreOnly : [])],
    env: { OMNIPORT_TESTS: mode },
    pool: 'forks',
    // By default one core is left to the watcher, which would double the time on two.
    maxWorkers: '100%',
    // A test that hangs is told late, and one that passes does so on a machine that others use too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    dangerouslyIgnoreUnhandledErrors: false,
    // A branch of a handler that nobody awaits when its run is over: processes live on, and so do tests.
    onUnhandledError: (error) => error.name !== 'Suspended',
    globalSetup: ['test/support/no-leaks.ts', 'test/support/stale-build.ts'],
    setupFiles: ['test/support/fresh-build.ts', 'test/support/loopback-only.ts', 'test/support/open-handles.ts'],
    ...(outputFile === undefined ? {} : { reporters: ['default', 'json'], outputFile: { json: outputFile } }),
  },
}))
