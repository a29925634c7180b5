import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Terminal } from './ask.js'
import { help } from './choices.js'
import { setTypescript } from './fixtures/set-own.js'
import { run } from './run.js'

let cwd = ''
let restore = () => {}

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'create-run-'))
  restore = setTypescript(false)
})

afterEach(async () => {
  restore()
  await rm(cwd, { recursive: true })
})

async function runWith(words: readonly string[], terminal?: Terminal) {
  const written: string[] = []
  const warnings: string[] = []
  await run(words, {
    cwd,
    terminal,
    write: (text) => void written.push(text),
    warn: (text) => void warnings.push(text),
  })
  return { written: written.join(''), warnings }
}

describe('nothing is made', () => {
  test.each(['--help', '-h'])('where help is asked for: %s', async (word) => {
    expect(await runWith([word, '--yes', '--version'])).toEqual({ written: help, warnings: [] })
    expect(await readdir(cwd)).toEqual([])
  })

  test('where the version is asked for', async () => {
    const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
    expect(await runWith(['--version', '--yes'])).toEqual({ written: `${version}\n`, warnings: [] })
    expect(await readdir(cwd)).toEqual([])
  })

  test.each([[[]], [['there']], [['-t', 'http']]])(
    'where something is left to ask, and nobody there: %j',
    async (words) => {
      await expect(runWith(words)).rejects.toThrow(
        new Error('There is no terminal to ask at; add --yes, or give a folder and --template'),
      )
      expect(await readdir(cwd)).toEqual([])
    },
  )
})

describe('a project is made', () => {
  test('without a question, and the commands to run next are written', async () => {
    const { written, warnings } = await runWith(['kitchen', '-t', 'server', '--js', '--no-install'])
    expect(warnings).toEqual([])
    expect(written).toBe(
      [
        ...['', `Made ${join(cwd, 'kitchen')}. Next:`, '', '  cd kitchen', '  npm install && npm test'],
        ...['  npx omniport call hello name=Ada -- node main.js', '', ''],
      ].join('\n'),
    )
    expect(await readdir(join(cwd, 'kitchen'))).toContain('main.js')
  })

  test('as a person answers', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const lines = ['mine', 'http']
    output.on('data', (text: Buffer) => {
      if (String(text).endsWith(': ')) input.write(`${lines.shift()}\n`)
    })
    const { written } = await runWith(['--no-install', '--js'], { input, output })
    expect(written).toContain('  cd mine\n  npm install && npm test\n  npm start\n')
  })

  test('with what a Node that does not run TypeScript means for it', async () => {
    const words = ['-t', 'http', '--ts', '--no-install']
    const warning = `Node ${process.versions.node} does not run TypeScript by itself: "npm start" will fail there, and "npm test" finds no tests. Use Node 22.18 or later, or make the project with --js.`
    expect((await runWith(['a', ...words])).warnings).toEqual([warning])
    expect(await readdir(join(cwd, 'a'))).toContain('main.ts')
    setTypescript('strip')
    expect((await runWith(['b', ...words])).warnings).toEqual([])
    expect((await runWith(['c', '-t', 'http', '--js', '--no-install'])).warnings).toEqual([])
  })
})

test.each([
  ['.', 'cd .'],
  ['a/b@1.0_x-y', 'cd a/b@1.0_x-y'],
  ['my server', 'cd "my server"'],
  ['$x', 'cd "$x"'],
  ['x$', 'cd "x$"'],
])('the folder "%s" is named for a shell: %s', async (folder, line) => {
  const { written } = await runWith([folder, '-t', 'http', '--js', '--no-install'])
  expect(written.split('\n')[3]).toBe(`  ${line}`)
})
