import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { formats } from './formats.js'

type Row = readonly [format: string, valid: readonly string[], invalid: readonly string[]]

const rows: readonly Row[] = [
  [
    'date-time',
    ['2024-02-29T12:00:00Z', '1998-12-31t23:59:60.123+00:00', '1990-12-31T15:59:60-08:00'],
    ['2024-02-30T12:00:00Z', '2024-02-29 12:00:00Z', '2024-02-29T12:00:00', '1998-12-31T22:59:60Z'],
  ],
  ['date', ['2000-02-29', '2024-12-31'], ['1900-02-29', '2024-04-31', '2024-00-01', '2024-1-1', '２024-01-01']],
  ['time', ['00:00:00Z', '23:59:59.5+23:59'], ['24:00:00Z', '12:60:00Z', '12:00:00', '12:00:00+24:00']],
  ['duration', ['P1Y2M3DT4H5M6S', 'P2W', 'PT1M', 'P1D'], ['P', 'PT', 'P1Y1D', 'P1W1D', '1D', 'P1DT', 'PT1D']],
  [
    'email',
    ['a@b.co', 'a.b+c@d-e.fr', '"a b"@c.de', 'a@[127.0.0.1]'],
    ['a', '@b.co', 'a@', 'a b@c.de', '.a@b.co', 'a..b@c.de', 'a@-b.co', `${'a'.repeat(65)}@b.co`],
  ],
  [
    'hostname',
    ['a', 'a-b.c1.de'],
    ['', '-a.de', 'a-.de', 'a..b', 'a_b', 'é.fr', 'a.'.repeat(130), `${'a'.repeat(64)}.de`],
  ],
  ['ipv4', ['0.0.0.0', '255.1.20.3'], ['256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4.', '1.2.3.']],
  [
    'ipv6',
    ['::', '::1', '1:2:3:4:5:6:7:8', '1::8', '::ffff:1.2.3.4', '1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6:7::'],
    [
      '',
      ':',
      ':::',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1::2::3',
      '12345::',
      '::1.2.3.256',
      '1:2:3:4:5:6:7:8::',
      'fe80::1%eth0',
    ],
  ],
  [
    'uri',
    ['https://a.b/c?d#e', 'urn:x:y', 'mailto:a@b.co', 'http://[::1]/%20'],
    ['/a', 'a', '//a.b', 'http://a b', 'http://a/%2', 'http://a/\\', '1a:b', 'a:#b#c'],
  ],
  ['uri-reference', ['', '/a', '#a', '../b?c', 'https://a.b'], ['a b', '\\a', '#a#b', 'a\nb']],
  [
    'uuid',
    ['2eb8aa08-aa98-11ea-b4aa-73b441d16380', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
    ['2eb8aa08aa9811eab4aa73b441d16380', '2eb8aa08-aa98-11ea-b4aa-73b441d1638', '2eb8aa08-aa98-11ea-b4aa-73b441d1638g'],
  ],
  ['byte', ['', 'YQ==', 'YWI=', 'YWJj', 'a+/='], ['YQ', 'YQ=', 'YQ===', 'Y===', 'YW-_', 'YW Jj', 'YQ==YWJj']],
  ['json-pointer', ['', '/', '/a~0b/~1/0'], ['a', '/a~', '/~2', '#/a']],
]

describe('formats', () => {
  it('are these and no others', () => {
    expect([...formats.keys()]).toEqual(rows.map(([format]) => format))
  })

  it.each(rows)('%s', (format, valid, invalid) => {
    const test = formats.get(format)?.test
    expect(valid.filter((text) => test?.(text) !== true)).toEqual([])
    expect(invalid.filter((text) => test?.(text) !== false)).toEqual([])
  })

  it.each([...formats.keys()])('%s is linear in the text', (format) => {
    const seeds = ['1', 'a', '0.', 'a.', ':', '/', '%', '#', '@', 'a@', '"', '-', 'P1', '1Y', '~', '.', '[', 'T', '::']
    const texts = seeds.flatMap((seed) =>
      ['', 'P', 'http:', '"', 'a@', '2024-01-01T00:00:00.'].map((start) => start + seed.repeat(200_000)),
    )
    const start = process.cpuUsage()
    for (const text of texts) formats.get(format)?.test(`${text}!`)
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000)
  })
})
