import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createZip } from './zip.js'

const entry = (path: string, text: string, isExecutable = false) => ({ path, bytes: Buffer.from(text), isExecutable })

test('another program reads the files as they were, names in other letters too', () => {
  const files = unzipSync(createZip([entry('a.txt', 'aaaa'.repeat(500)), entry('dir/é.js', 'x'), entry('empty', '')]))
  expect(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).toEqual([
    ['a.txt', 'aaaa'.repeat(500)],
    ['dir/é.js', 'x'],
    ['empty', ''],
  ])
})

test('the bytes are those of the format, and the same for the same files', () => {
  const zip = createZip([entry('a', 'hello'), entry('b', '', true)])
  expect(zip.equals(createZip([entry('a', 'hello'), entry('b', '', true)]))).toBe(true)
  const local = (name: string, crc: string, packed: string, sizes: string) =>
    `504b0304 1400 0008 0800 0000 2100 ${crc} ${sizes} 0100 0000 ${name} ${packed}`
  const central = (name: string, crc: string, sizes: string, mode: string, offset: string) =>
    `504b0102 1403 1400 0008 0800 0000 2100 ${crc} ${sizes} 0100 0000 0000 0000 0000 ${mode} ${offset} ${name}`
  const hello = ['61', '86a61036', '07000000 05000000'] as const
  const empty = ['62', '00000000', '02000000 00000000'] as const
  expect(zip.toString('hex')).toBe(
    [
      local(hello[0], hello[1], 'cb48cdc9c90700', hello[2]),
      local(empty[0], empty[1], '0300', empty[2]),
      central(...hello, '0000a481', '00000000'),
      central(...empty, '0000ed81', '26000000'),
      '504b0506 0000 0000 0200 0200 5e000000 47000000 0000',
    ]
      .join('')
      .replaceAll(' ', ''),
  )
})

test('nothing is an archive without files', () => {
  expect(createZip([]).toString('hex')).toBe(`504b0506${'00'.repeat(18)}`)
})
