import { availableParallelism } from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { inDocument } from './test/support/in-document.js'
import { notFast } from './test/support/not-fast.js'
import { apart, moreOnly, sampled } from './test/support/scope.js'

/** Where CI wants the results as JSON. */
const outputFile = process.env['OMNIPORT_TEST_RESULTS']

function path(from: string): string {
  return fileURLToPath(new URL(from, import.meta.url))
}

const beside = ['packages/*/src/**/*.test.ts']

const others = ['examples/*/src/**/*.test.ts', 'test/**/*.test.ts']

/**
 * What each mode runs: `fast` is for `npm run test:fast`, `usual` for `npm test`, and `more` is what `npm run test:more` adds to
 * that. Without a mode everything is there, and whole. Tests beside the sources share processes, those with a document too, all others
 * have one for each file: starting it takes longer than most of the former do.
 */
const scopes: Readonly<Record<string, readonly Part[]>> = {
  fast: [
    { name: 'page', include: inDocument, exclude: notFast },
    { name: 'together', include: beside, exclude: [...apart, ...notFast, ...inDocument] },
  ],
  usual: [
    { name: 'alone', include: [...apart, ...others], exclude: moreOnly },
    { name: 'page', include: inDocument },
    { name: 'together', include: beside, exclude: [...apart, ...inDocument] },
  ],
  more: [{ name: 'alone', include: [...moreOnly, ...sampled] }],
}
const whole: readonly Part[] = [{ name: 'alone', include: [...beside, ...others] }]

interface Part {
  readonly name: 'alone' | 'page' | 'together'
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
}

/** A part reads this file again, in a mode of its own: what the mode decides is given to it here. */
function toProject({ name, include, exclude = [] }: Part, mode: string): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [...include],
      exclude: [...configDefaults.exclude, ...exclude],
      isolate: name === 'alone',
      // Tests wait for modules, timers and processes a quarter of their time. The heaviest have a core each, by what is below.
      ...(mode !== 'more' && { maxWorkers: availableParallelism() + 1 }),
      // The mode is of this file alone: what is tested finds what every run of tests has.
      env: { NODE_ENV: 'test', OMNIPORT_TESTS: mode },
      // What was compiled stays on the disk, which saves the next run a quarter of its time.
      experimental: { fsModuleCache: mode === 'fast' },
    },
  }
}

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
    projects: (scopes[mode] ?? whole).map((part) => toProject(part, mode)),
    pool: 'forks',
    experimental: { fsModuleCachePath: 'node_modules/.cache/vitest' },
    // By default one core is left to the watcher, which would double the time on two.
    maxWorkers: '100%',
    // A test that hangs is told late, and one that passes does so on a machine that others use too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } }, // as `vi.waitFor` has it by test/support/wait-timeout.ts
    dangerouslyIgnoreUnhandledErrors: false,
    // A branch of a handler that nobody awaits when its run is over: processes live on, and so do tests.
    onUnhandledError: (error) => error.name !== 'Suspended',
    globalSetup: ['test/support/no-leaks.ts', 'test/support/stale-build.ts'],
    setupFiles: ['test/support/each-file.ts'],
    ...(outputFile === undefined ? {} : { reporters: ['default', 'json'], outputFile: { json: outputFile } }),
  },
}))
