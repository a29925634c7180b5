import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { install, link, pack } from '../support/install-package.js'
import { root } from '../support/root.js'
import { writeAssignments } from './assignments.js'
import { differentTypes } from './exceptions.js'
import { modulesOf } from './official-modules.js'

const official = join(root, 'node_modules/mcp-sdk-current')
const linked = [
  ...['zod', 'jose', 'express', 'express-rate-limit', 'eventsource', 'ajv', 'mcp-sdk-current'],
  ...['@types/node', '@types/express', 'undici-types'],
]

// Whole programs are compiled.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

describe('what compiles with the official SDK', () => {
  let folder = ''

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sdk-types-'))
    install('@modelcontextprotocol/sdk', pack('@omniport/sdk', folder), folder)
    for (const name of linked) link(name, folder)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  function compile(compiler: string, files: readonly string[], options: object): readonly string[] {
    const common = { target: 'es2022', strict: true, noEmit: true, skipLibCheck: true, types: ['node'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...common, ...options }, files }))
    const tsc = join(root, 'node_modules', compiler, 'bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    return stdout.split('\n').filter((line) => /error TS/.test(line))
  }

  test('has the same types, but for the listed ones', () => {
    const lines = writeAssignments(official, modulesOf(official))
    writeFileSync(join(folder, 'all.mts'), lines.map(({ line }) => line).join('\n'))
    const errors = compile('typescript', ['all.mts'], { module: 'nodenext' })
    const different = errors.map((error) => lines[Number(/^all\.mts\((\d+)/.exec(error)?.[1]) - 1]?.about ?? error)
    expect([...new Set(different)]).toEqual(Object.keys(differentTypes))
  })

  const programs = readdirSync(join(root, 'test/sdk/programs')).filter((name) => name.endsWith('.ts'))
  const esm = { module: 'nodenext' }
  const ways: readonly (readonly [string, string, string, object])[] = [
    ['TypeScript 7 as ESM', 'typescript', 'module', esm],
    ['TypeScript 6 as ESM', 'typescript6', 'module', esm],
    ['TypeScript 7 as CommonJS', 'typescript', 'commonjs', esm],
    ['TypeScript 6 as CommonJS', 'typescript6', 'commonjs', { module: 'node16' }],
    ['TypeScript 7 for a bundler', 'typescript', 'module', { module: 'esnext', moduleResolution: 'bundler' }],
    ['TypeScript 6 for a bundler', 'typescript6', 'module', { module: 'esnext', moduleResolution: 'bundler' }],
  ]

  test.each(ways)('compiles with %s', (_, compiler, type, options) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }))
    for (const name of programs) writeFileSync(join(folder, name), programText(name, type))
    expect(compile(compiler, programs, options)).toEqual([])
  })

  test.each([
    ['zod 4', 'zod'],
    ['zod 3', 'zod-3'],
  ])('has declarations without errors beside %s', (_, zod) => {
    rmSync(join(folder, 'node_modules/zod'))
    symlinkSync(join(root, 'node_modules', zod), join(folder, 'node_modules/zod'))
    const imports = modulesOf(official).map((name) => `import '@modelcontextprotocol/sdk/${name}.js'`)
    writeFileSync(join(folder, 'imports.mts'), imports.join('\n'))
    expect(compile('typescript', ['imports.mts'], { module: 'nodenext', skipLibCheck: false })).toEqual([])
  })
})

/** A CommonJS module awaits nothing at its top. */
function programText(name: string, type: string): string {
  const text = readFileSync(join(root, 'test/sdk/programs', name), 'utf8')
  return type === 'module' ? text : text.replace(/^(if \(.*\) )?await /gm, '$1void ')
}
