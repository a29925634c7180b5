import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../support/root.js'
import { runProgram } from '../support/run-program.js'
import { codeBlocks, readDocument } from './code-blocks.js'
import { compileBlocks } from './compile-blocks.js'
import { learnPages, programs } from './learn.js'

/** Compiling takes seconds, and minutes on a machine that does much else. */
const compileMs = 600_000

describe('the code in the documents', () => {
  let folder = ''
  let problems = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'docs-'))
    problems = compileBlocks(folder)
  }, compileMs)
  afterAll(() => rmSync(folder, { recursive: true }))

  test('compiles', () => {
    expect(problems).toBe('')
  })

  test('compiles with the tsconfig.json of docs/install.md, where it is for beginners', { timeout: compileMs }, () => {
    const config = codeBlocks(readDocument('docs/install.md')).find(({ file }) => file === 'tsconfig.json')
    const include = learnPages.map((page) => `src/${page}/*.ts`)
    writeFileSync(join(folder, 'beginner.json'), JSON.stringify({ ...JSON.parse(config?.text ?? ''), include }))
    const tsc = `${root}/node_modules/typescript/bin/tsc`
    expect(runProgram(tsc, ['-p', 'beginner.json', '--pretty', 'false'], folder)).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
  })

  test.each([
    ['the client starts the server, calls it and ends it', 'README.md', 'client.js', 'Hello Ada\n'],
    ['a tool asks, and a client answers', 'README.md', 'asking.js', 'A shirt in M\n'],
    ['a transport of messages', 'docs/custom-transports.md', 'block-1.js', '[{"type":"text","text":"Hello"}]\n'],
    ['a transport of lines', 'docs/custom-transports.md', 'block-2.js', '[{"type":"text","text":"Hello"}]\n'],
    ['the readme of the library', 'packages/omniport/README.md', 'client.js', 'Hello Ada\n'],
  ])('runs: %s', (_, path, file, stdout) => {
    expect(runProgram(file, [], join(folder, 'out', path))).toEqual({ status: 0, stdout, stderr: '' })
  })

  test.each([
    ['agent.js', 'The answer: Hello Ada\n'],
    ['openai.js', 'The answer: Hello Ada\n'],
    ['ai-sdk.js', 'The answer: Hello Ada\n'],
  ])('runs with a model that is scripted: docs/agent.md %s', (file, stdout) => {
    const home = join(folder, 'out/docs/agent.md')
    cpSync(join(folder, 'out/docs/first-server.md/server.js'), join(home, 'server.js'))
    cpSync(`${root}/test/docs/programs/scripted-models.js`, join(home, 'scripted-models.js'))
    writeFileSync(join(home, `scripted-${file}`), `import './scripted-models.js'\nawait import('./${file}')\n`)
    expect(runProgram(`scripted-${file}`, [], home)).toEqual({ status: 0, stdout, stderr: '' })
  })

  test.each([
    ['docs/testing.md', 'notes.test.js'],
    ['docs/testing.md', 'library.test.js'],
    ['docs/custom-transports.md', 'transport.test.js'],
  ])('passes: the test in %s', { timeout: 120_000 }, (path, file) => {
    expect(runProgram(file, [], join(folder, 'out', path))).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^. fail 0$/m),
    })
  })

  test.each(programs)('prints what the page says: %s %s', (page, file, stdout) => {
    expect(runProgram(file.replace(/\.ts$/, '.js'), [], join(folder, 'out', page))).toEqual({
      status: 0,
      stdout,
      stderr: '',
    })
  })
})

test('a block is found with its language, its name and its text', () => {
  expect(codeBlocks('a\n```ts b.js\nc\n\nd\n```\n```sh\ne\n```\n```\nf\n```\n')).toEqual([
    { language: 'ts', file: 'b.js', text: 'c\n\nd\n' },
    { language: 'sh', text: 'e\n' },
    { language: '', text: 'f\n' },
  ])
})
