import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { saveFiles } from './save-files.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'save-'))
})

afterEach(() => rm(cwd, { recursive: true }))

type Blocks = Parameters<typeof saveFiles>[0]

const save = async (blocks: Blocks, output?: string, withText?: boolean) => [
  ...(
    await saveFiles(blocks, { output, ...(withText !== undefined && { withText }) }, createMemoryIo({ cwd }).io)
  ).values(),
]
const base64 = (text: string) => Buffer.from(text).toString('base64')
const image = { type: 'image', data: base64('picture'), mimeType: 'image/png' } as const
const sound = { type: 'audio', data: base64('sound'), mimeType: 'audio/wav' } as const
const text = { type: 'text', text: 'x' } as const
const page = { uri: 'a:b', text: 'page', mimeType: 'text/html' }
const bytes = { uri: 'a:c', blob: base64('bytes') }
const read = (path: string) => readFile(join(cwd, path), 'utf8')

test('nothing is saved where nothing is asked for', async () => {
  expect([await save([image]), await readdir(cwd)]).toEqual([[], []])
})

test('one file goes to the path', async () => {
  expect(await save([text, image], 'out')).toEqual([join(cwd, 'out')])
  expect(await read('out')).toBe('picture')
})

test.each(['new/', 'there'])('one file goes into a folder: %s', async (output) => {
  await mkdir(join(cwd, 'there'))
  expect(await save([image], output)).toEqual([join(cwd, output, '1.png')])
})

test('several files go into a folder, in their order and with names of their own', async () => {
  const blocks: Blocks = [image, text, { type: 'resource', resource: bytes }, sound]
  expect(await save(blocks, 'deep/out')).toEqual(['1.png', '2.bin', '3.wav'].map((name) => join(cwd, 'deep/out', name)))
  expect([await read('deep/out/1.png'), await read('deep/out/2.bin'), await read('deep/out/3.wav')]).toEqual([
    'picture',
    'bytes',
    'sound',
  ])
})

test('text of resources is saved where that is wanted', async () => {
  const plain = { uri: 'a:d', text: 'plain' }
  expect(await save([page, plain], 'out', true)).toEqual([join(cwd, 'out/1.html'), join(cwd, 'out/2.txt')])
  expect([await read('out/1.html'), await read('out/2.txt')]).toEqual(['page', 'plain'])
  expect(await save([{ type: 'resource', resource: page }, bytes], 'one')).toEqual([join(cwd, 'one')])
})

test.each([[[]], [[text]], [[page]]])('%j has nothing to save', async (blocks: Blocks) => {
  await expect(save(blocks, 'out')).rejects.toMatchObject({
    code: 'not_found',
    message: '--output: the result has no image, sound or file to save',
  })
})

test('a file that is there is not replaced', async () => {
  await writeFile(join(cwd, 'out'), 'mine')
  await expect(save([image], 'out')).rejects.toMatchObject({
    code: 'usage',
    message: `--output: cannot write "${join(cwd, 'out')}": it is there already; give another path, or remove it`,
  })
  await expect(save([image, sound], 'out')).rejects.toMatchObject({
    code: 'usage',
    message: '--output: cannot write "out": it is there already; give another path, or remove it',
  })
  expect(await read('out')).toBe('mine')
})
