// @vitest-environment happy-dom
import { h } from 'preact'
import { describe, expect, test } from 'vitest'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { ContentBlocks, ResourceContent } from './content-blocks.js'
import { Markdown } from './markdown.js'
import { AudioView, FileLink, ImageView } from './media.js'

const { app } = createApp()
const block = (value: unknown) => show(h(ContentBlocks, { blocks: [value] }), app)
const hello = btoa('hello')

describe('a block of content', () => {
  test('that is a text is Markdown, without a head', async () => {
    const screen = await block({ type: 'text', text: 'a **b**' })
    expect([screen.texts('.markdown strong'), screen.texts('.block-head')]).toEqual([['b'], []])
  })

  test('that is a text without one is empty', async () => {
    expect((await block({ type: 'text' })).text).toBe('')
  })

  test.each(['{"a":1}', ' \n[1]'])('whose text is JSON is a tree: %j', async (text) => {
    expect((await block({ type: 'text', text })).texts('.count')).toHaveLength(1)
  })

  test.each(['{a}', 'x {"a":1}', '"a"'])('whose text is none is no tree: %j', async (text) => {
    const screen = await block({ type: 'text', text })
    expect([screen.texts('.count'), screen.text]).toEqual([[], text])
  })

  test('says for whom it is', async () => {
    const screen = await block({ type: 'text', text: 'a', annotations: { audience: ['user', 'assistant'] } })
    expect(screen.texts('.block-head span')).toEqual(['text', 'for the user, for the assistant'])
    expect((await block({ type: 'text', text: 'a', annotations: { audience: 'user' } })).texts('.block-head')).toEqual(
      [],
    )
    expect((await block({ type: 'text', text: 'a', annotations: 'user' })).texts('.block-head')).toEqual([])
  })

  test('that is a picture or a sound is shown', async () => {
    const picture = await block({ type: 'image', data: hello, mimeType: 'image/png' })
    expect(picture.one('img').getAttribute('src')).toBe(`data:image/png;base64,${hello}`)
    expect(picture.texts('.block-head')).toEqual(['image'])
    const sound = await block({ type: 'audio', data: hello, mimeType: 'audio/wav' })
    expect(sound.one('audio').getAttribute('src')).toBe(`data:audio/wav;base64,${hello}`)
  })

  test('that is a resource shows its contents', async () => {
    const screen = await block({ type: 'resource', resource: { uri: 'n:1', text: 'plain', mimeType: 'text/plain' } })
    expect([screen.texts('.block-head'), screen.texts('.plain-text')]).toEqual([
      ['resource', 'n:1text/plain'],
      ['plain'],
    ])
  })

  test('that is a link says where it leads', async () => {
    const link = { type: 'resource_link', uri: 'n:1', name: 'one', title: 'The one', description: 'First' }
    const screen = await block(link)
    expect([screen.texts('strong'), screen.texts('code'), screen.texts('blockquote')]).toEqual([
      ['The one'],
      ['n:1'],
      ['First'],
    ])
    expect((await block({ ...link, title: undefined })).texts('strong')).toEqual(['one'])
    const bare = await block({ type: 'resource_link' })
    expect([bare.texts('strong'), bare.texts('code'), bare.texts('blockquote')]).toEqual([['resource'], [''], []])
  })

  test.each<[string, unknown, readonly string[]]>([
    ['of another type', { type: 'x', a: 1 }, ['x']],
    ['of no type', { a: 1 }, ['content']],
    ['that is a picture without data', { type: 'image' }, ['image']],
    ['that is a sound without data', { type: 'audio' }, ['audio']],
    ['that is a resource without one', { type: 'resource', resource: 'n:1' }, ['resource']],
    ['that is no object', 5, []],
  ])('%s is shown as it came', async (_name, value, head) => {
    const screen = await block(value)
    expect([screen.texts('.block-head'), screen.all('.leaf').length > 0]).toEqual([head, true])
  })

  test('is one of 200 at most', async () => {
    const many = (count: number) => show(h(ContentBlocks, { blocks: Array.from({ length: count }, () => 1) }), app)
    expect((await many(200)).texts('p')).toEqual([])
    const screen = await many(203)
    expect([screen.all('.leaf').length, screen.texts('p')]).toEqual([200, ['3 more are in the tree.']])
  })
})

describe('the contents of a resource', () => {
  const contents = (content: object) => show(h(ResourceContent, { content: content as Record<string, unknown> }), app)

  test('have an address and a type', async () => {
    expect((await contents({ uri: 'n:\u200b', text: 'a', mimeType: 'text/x' })).texts('.block-head > *')).toEqual([
      'n:⟨U+200B⟩',
      'text/x',
    ])
    expect((await contents({ text: 'a' })).texts('.block-head > *')).toEqual(['resource'])
  })

  test.each<[string, string, string]>([
    ['text/markdown', '*a*', '.markdown em'],
    ['application/json', '{"a":1}', '.branch'],
    ['application/json', 'no json', '.plain-text'],
    ['text/plain', '*a*', '.plain-text'],
    ['text/plain', '{"a":1}', '.plain-text'],
  ])('of %s with %s are shown by their type', async (mimeType, text, selector) => {
    expect((await contents({ text, mimeType })).all(selector)).toHaveLength(1)
  })

  test('as text are shown up to 200,000 characters', async () => {
    expect((await contents({ text: 'x'.repeat(200_001) })).text).toHaveLength('resource'.length + 200_000)
  })

  test('as JSON are read up to a million characters', async () => {
    const json = (length: number) => `[${' '.repeat(length - 2)}]`
    expect((await contents({ text: json(1_000_000), mimeType: 'application/json' })).texts('.count')).toEqual(['[0]'])
    expect((await contents({ text: json(1_000_001), mimeType: 'application/json' })).texts('.count')).toEqual([])
  })

  test.each<[string, string, string]>([
    ['image/png', 'n:/a/b.png', 'img'],
    ['audio/wav', 'n:/a/b.wav', 'audio'],
    ['application/zip', 'n:/a/b.zip', 'a[download="b.zip"]'],
  ])('as bytes of %s are shown or saved', async (mimeType, uri, selector) => {
    expect((await contents({ blob: hello, mimeType, uri })).all(selector)).toHaveLength(1)
  })
})

describe('a picture', () => {
  const picture = (mimeType: string) => show(h(ImageView, { base64: hello, mimeType }), app)

  test('says its type and size', async () => {
    const screen = await picture('image/svg+xml')
    expect(screen.texts('figcaption')).toEqual(['image/svg+xml, 5 B'])
    const image = screen.one('img')
    Object.defineProperties(image, { naturalWidth: { value: 3 }, naturalHeight: { value: 4 } })
    await settled(() => image.dispatchEvent(new Event('load')))
    expect(screen.texts('figcaption')).toEqual(['image/svg+xml, 3 × 4, 5 B'])
  })

  test('that the browser cannot show is a file', async () => {
    const screen = await picture('image/png')
    await settled(() => screen.one('img').dispatchEvent(new Event('error')))
    expect([screen.all('img').length, screen.texts('a')]).toEqual([0, ['Save image.png']])
  })

  test.each([
    ['image/tiff', 'Save image.tiff'],
    ['ximage/png', 'Save image.png'],
    ['image/pngx', 'Save image.pngx'],
    ['text', 'Save image.bin'],
    ['image/svg+xml"', 'Save image.svg_xml_'],
  ])('of the type %s is a file', async (mimeType, text) => {
    expect((await picture(mimeType)).texts('a')).toEqual([text])
  })
})

describe('a sound', () => {
  test('says its type and size', async () => {
    const screen = await show(h(AudioView, { base64: hello, mimeType: 'audio/wav' }), app)
    expect(screen.texts('figcaption')).toEqual(['audio/wav, 5 B'])
  })

  test.each(['audio/', 'xaudio/wav', 'audio/a b', `audio/${'a'.repeat(41)}`])(
    'of the type %s is a file',
    async (mimeType) => {
      const screen = await show(h(AudioView, { base64: hello, mimeType }), app)
      expect([screen.all('audio').length, screen.texts('a')]).toEqual([0, ['Save audio.bin']])
    },
  )
})

describe('bytes', () => {
  const file = (base64: string, name = 'a.bin') => show(h(FileLink, { base64, name }), app)

  test('are saved as a file', async () => {
    const screen = await file(hello)
    const link = screen.one<HTMLAnchorElement>('a')
    expect([link.getAttribute('href'), link.download]).toEqual([
      `data:application/octet-stream;base64,${hello}`,
      'a.bin',
    ])
    expect(screen.text).toBe('Save a.bin 5 B')
  })

  test.each([
    ['AAAA', '3 B'],
    ['AAA=', '2 B'],
    ['AA==', '1 B'],
    ['', '0 B'],
  ])('%j are %s', async (base64, size) => {
    expect((await file(base64)).texts('.soft')).toEqual([size])
  })

  test.each(['a b', 'AA===', '=AAA', 'é'])('%j are none', async (base64) => {
    expect((await file(base64)).text).toBe('The bytes are not base64.')
  })

  test.each([
    ['../a b.txt', '.._a_b.txt'],
    ['', 'file'],
    ['x'.repeat(70), 'x'.repeat(60)],
  ])('called %j are saved as %s', async (name, saved) => {
    expect((await file(hello, name)).one<HTMLAnchorElement>('a').download).toBe(saved)
  })
})

describe('Markdown', () => {
  const markdown = (text: string) => show(h(Markdown, { text }), app)

  test('is shown by its blocks', async () => {
    const screen = await markdown(
      '## A\u200b\n\nb *c* `d\u200b`\n\n```\ne\u200b\n```\n> f\n\n- g\n\n1. h\n\n---\n|i|j|\n|-|-|\n|k|l|',
    )
    expect(screen.texts('p.heading.level-2')).toEqual(['A⟨U+200B⟩'])
    expect([screen.texts('em'), screen.texts('p code'), screen.texts('pre.code')]).toEqual([
      ['c'],
      ['d⟨U+200B⟩'],
      ['e⟨U+200B⟩'],
    ])
    expect([screen.texts('blockquote p'), screen.texts('ul li'), screen.texts('ol li')]).toEqual([['f'], ['g'], ['h']])
    expect([screen.all('hr').length, screen.texts('th'), screen.texts('tbody td')]).toEqual([1, ['i', 'j'], ['k', 'l']])
  })

  test('has links to the web alone', async () => {
    const screen = await markdown('[a](https://a.example) [b](javascript:alert) **c**')
    const [link] = screen.all('a') as HTMLAnchorElement[]
    expect([link?.href, link?.title, link?.target, link?.rel]).toEqual([
      ...['https://a.example/', 'https://a.example/', '_blank', 'noreferrer noopener'],
    ])
    expect([screen.texts('a'), screen.text, screen.texts('strong')]).toEqual([['a'], 'a b (javascript:alert) c', ['c']])
  })

  test('that is long is plain text', async () => {
    expect((await markdown('*a*'.padEnd(100_000))).all('em')).toHaveLength(1)
    const screen = await markdown(`*\u200b*${'x'.repeat(300_000)}`)
    expect([screen.all('em').length, screen.text]).toEqual([0, `*⟨U+200B⟩*${'x'.repeat(199_997)}`])
  })

  test('of an empty table has no rows', async () => {
    const screen = await markdown('|-|')
    expect([screen.all('table').length, screen.all('th').length]).toEqual([1, 0])
  })
})
