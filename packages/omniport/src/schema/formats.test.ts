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

/** Others, at the limits of each rule. */
const limits: readonly Row[] = [
  [
    'date-time',
    ['2024-02-29T12:00:00.5z'],
    ['2024-02-29TT12:00:00Z', 'x2024-02-29T12:00:00Z', '2024-02-29Tx12:00:00Z', ''],
  ],
  [
    'date',
    ['2004-02-29', '2023-02-28', '2024-01-31', '2024-06-30', '2024-09-30', '0000-12-01'],
    [
      '2023-02-29',
      '2024-02-30',
      '2024-13-01',
      '2024-12-32',
      '2024-06-31',
      '2024-09-31',
      '2024-11-31',
      '2024-01-00',
      '12024-01-01',
      '2024-01-011',
      '2024-01-01 ',
      '',
    ],
  ],
  [
    'time',
    ['23:59:59z', '12:00:00.123Z', '12:00:00-00:59', '23:59:60Z', '00:29:60+00:30', '07:59:60+08:00'],
    [
      '12:00:60Z',
      '12:00:61Z',
      '12:00:00+00:60',
      '12:00:00.Z',
      '12:00:00ZZ',
      'x12:00:00Z',
      '12:00:00+1:00',
      '16:00:60-08:00',
      '22:59:60Z',
      '23:58:60Z',
      '12:0:00Z',
      '12:00:00 Z',
    ],
  ],
  [
    'duration',
    [
      'P1Y',
      'P12Y',
      'P1Y12M',
      'P1M12D',
      'P12M',
      'P12D',
      'P12W',
      'PT1H',
      'PT12H12M12S',
      'PT1M2S',
      'PT12S',
      'P1DT1H',
      'P1Y2M3DT1S',
      'P1MT1M',
    ],
    [
      'xP1D',
      'P1Dx',
      'P1H',
      'PT1H1S',
      'xPT1S',
      'PT1Sx',
      'PT1HT1M',
      'P1WT1H',
      'P1DT1',
      'PT1.5S',
      'P1D1M',
      'P-1D',
      'p1D',
      '',
      'T1H',
      'P1YT',
    ],
  ],
  [
    'email',
    ['a@b', '"a@b"@c.de', '""@c.de', `${'a'.repeat(64)}@b.co`, `a@[${'x'.repeat(316)}]`],
    [
      '',
      '@',
      'a.@b.co',
      '"a"b"@c.de',
      '"a\\b"@c.de',
      '"a\nb"@c.de',
      'x"a b"@c.de',
      '"a b"x@c.de',
      'a@x[1]',
      'a@[1]x',
      'a@[]',
      'a@[a b]',
      'a@[a]b]',
      'a@b@c.de',
      'ä@b.co',
      `a@[${'x'.repeat(317)}]`,
    ],
  ],
  [
    'hostname',
    ['A1', '1a', `${'a'.repeat(63)}.de`, `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`],
    ['.a', 'a.', 'a b', '-', 'a-.b', `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(62)}`],
  ],
  [
    'ipv4',
    ['255.255.255.255', '250.249.200.199', '100.99.10.9'],
    ['1.2.3.256', '260.1.1.1', '1.2.3.4x', 'x1.2.3.4', '1..2.3', '.1.2.3', '1.2.3.4\n', '1.2.3.300', '00.1.1.1'],
  ],
  [
    'ipv6',
    ['abcd:EF01::', '::8', '1:2:3:4:5::1.2.3.4', '0000:0000:0000:0000:0000:0000:255.255.255.255', '1::2:3:4:5:6:7'],
    [
      '1::2:3:4:5:6:7:8',
      '1:2:3:4:5:6::1.2.3.4',
      '1:2:3:4:5:6:7:1.2.3.4',
      '1:2:3:4:5:1.2.3.4',
      '1.2.3.4',
      '1.2.3.4::',
      '::1.2.3.4:5',
      '::g',
      '::x1',
      '::1x',
      '::12345',
      ':1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:',
      '1:::2',
      '::1::',
      '::1.2.3',
    ],
  ],
  [
    'uri',
    ['a+b.c-1:x', 'A:', 'a:%aF', "a:-._~:/?[]@!$&'()*+,;="],
    [' a:b', 'a:b ', 'a_b:c', ':a', 'a:%zz', 'a:%', 'a:%2g', 'a:#b#c', 'a:é'],
  ],
  ['uri-reference', ['%20', '?a'], ['%', '%2', '%zz', '{a}', ' ', 'a ']],
  [
    'uuid',
    ['2EB8AA08-aa98-11ea-b4aa-73b441d16380'],
    [
      'x2eb8aa08-aa98-11ea-b4aa-73b441d16380',
      '2eb8aa08-aa98-11ea-b4aa-73b441d163800',
      '2eb8aa0-8aa98-11ea-b4aa-73b441d16380',
      '2eb8aa08-aa98-11ea-b4aa73b441d16380',
      'gggggggg-aa98-11ea-b4aa-73b441d16380',
      '',
    ],
  ],
  ['json-pointer', ['/a/b', '/~0', '//', '/a b'], ['a/', '~0', '/a~2/b', '/a~']],
]

describe('formats', () => {
  it('are these and no others', () => {
    expect([...formats.keys()]).toEqual(rows.map(([format]) => format))
  })

  it.each([...rows, ...limits])('%s', (format, valid, invalid) => {
    const test = formats.get(format)?.test
    expect(valid.filter((text) => test?.(text) !== true)).toEqual([])
    expect(invalid.filter((text) => test?.(text) !== false)).toEqual([])
  })

  it('are named in words for people', () => {
    expect([...formats.values()].map(({ name }) => name)).toEqual([
      ...['a date and time (RFC 3339)', 'a date (YYYY-MM-DD)', 'a time with offset (RFC 3339)'],
      ...['a duration (ISO 8601)', 'an email address', 'a host name', 'an IPv4 address', 'an IPv6 address'],
      ...['a URI', 'a URI reference', 'a UUID', 'base64', 'a JSON pointer'],
    ])
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
