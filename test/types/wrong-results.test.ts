import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { link } from '../support/install-package.js'
import { root } from '../support/root.js'

const image = "Property 'mimeType' is missing in type 'ⓥ' but required in type 'ImageContent<Binary>'."
const failure = "Property 'content' is missing in type 'ⓥ' but required in type 'CallToolResult<Binary>'."

/** What `run` is, and the last line of the error. */
const programs: readonly (readonly [name: string, run: string, problem: string])[] = [
  ['a misspelt image', "() => ({ type: 'image', data: 'AAAA', mimetype: 'image/png' })", image],
  ['one of bytes', "() => ({ type: 'image', data: new Uint8Array(1), mimetype: 'image/png' })", image],
  ['a misspelt image, later', "async () => ({ type: 'image', data: 'AAAA', mimetype: 'image/png' })", image],
  ['a failure without content', "() => ({ isError: true, message: 'no' })", failure],
  ['a failure without content, later', "async () => ({ isError: true, message: 'no' })", failure],
]

describe.each(['typescript', 'typescript6'])('%s refuses', (compiler) => {
  let folder = ''
  let problems: readonly string[] = []

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'types-'))
    link('omniport', folder)
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022', 'esnext.disposable'],
      module: 'nodenext',
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
    }
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
    for (const [index, [, run]] of programs.entries()) {
      const text = `import { tool } from 'omniport'\nexport const t = tool({ run: ${run} })\n`
      writeFileSync(join(folder, 'src', `${index}.ts`), text)
    }
    const tsc = join(root, 'node_modules', compiler, 'bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    problems = stdout.split(/^(?=src\/)/m)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('nothing else', () => {
    expect(problems).toHaveLength(programs.length)
  })

  test.each(programs.map(([name, , problem], index) => [name, index, problem] as const))('%s', (_, index, problem) => {
    const lines = problems[index]?.trim().split('\n') ?? []
    expect(lines[0]).toContain(`src/${index}.ts(2,`)
    // TypeScript 6 looks at another member first, and names that.
    const last = compiler === 'typescript' ? lines.at(-1)?.trim() : problem
    expect(last?.replace(/'\{.*?\}'/, "'ⓥ'")).toBe(problem)
  })
})
