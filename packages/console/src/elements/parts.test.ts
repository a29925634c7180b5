// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { h } from 'preact'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { JsonEditor } from './json-editor.js'
import { lazy } from './lazy.js'
import { CommandLine, Empty, Facts, Foreign, Kbd, Segmented, Tag } from './parts.js'

const { app } = createApp()

afterEach(() => vi.restoreAllMocks())

describe('foreign text', () => {
  test('stands apart, with hidden characters shown', async () => {
    const screen = await show(h(Foreign, { text: 'a\u202eb' }), app)
    expect(screen.one('blockquote.foreign > bdi').textContent).toBe('a⟨U+202E⟩b')
  })

  test('in a line stands apart by its direction alone', async () => {
    const screen = await show(h(Foreign, { text: 'a\u202eb', inline: true }), app)
    expect([screen.one('bdi').textContent, screen.all('blockquote')]).toEqual(['a⟨U+202E⟩b', []])
  })
})

test('of some buttons one is chosen, and another can be', async () => {
  const chosen: string[] = []
  const options = [
    ['a', 'First'],
    ['b', 'Second'],
  ] as const
  const onChange = (value: string) => chosen.push(value)
  const screen = await show(h(Segmented<string>, { label: 'Which', value: 'b', options, onChange }), app)
  expect(screen.one('[role=group]').getAttribute('aria-label')).toBe('Which')
  expect(screen.all('button').map((each) => [each.textContent, each.getAttribute('aria-pressed')])).toEqual([
    ['First', 'false'],
    ['Second', 'true'],
  ])
  await screen.click('First')
  expect(chosen).toEqual(['a'])
})

test('what is empty says so, as a page or as a part of one', async () => {
  const part = await show(h(Empty, { title: 'Nothing' }, h('p', {}, 'Do this.')), app)
  expect([part.texts('h2'), part.texts('h1'), part.texts('p')]).toEqual([['Nothing'], [], ['Do this.']])
  const page = await show(h(Empty, { title: 'Nothing', isPage: true }), app)
  expect([page.texts('h2'), page.texts('h1')]).toEqual([[], ['Nothing']])
})

test('a mark has a colour where it means something', async () => {
  const screen = await show(
    h('p', {}, h(Tag, { tone: 'bad', title: 'why' }, 'x'), h(Tag, {}, 'y'), h(Kbd, {}, 'z')),
    app,
  )
  expect(screen.all('.tag').map((each) => [each.className.trim(), each.title, each.textContent])).toEqual([
    ['tag bad', 'why', 'x'],
    ['tag', '', 'y'],
  ])
  expect(screen.texts('kbd')).toEqual(['z'])
})

test('facts have names and values', async () => {
  const screen = await show(
    h(Facts, {
      facts: [
        ['A', 1],
        ['B', 'two'],
      ],
    }),
    app,
  )
  expect([screen.texts('dt'), screen.texts('dd')]).toEqual([
    ['A', 'B'],
    ['1', 'two'],
  ])
})

describe('a command line', () => {
  test('is copied as it is', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    const screen = await show(h(CommandLine, { text: 'omniport console' }), app)
    expect(screen.texts('code')).toEqual(['omniport console'])
    await screen.click('Copy')
    expect(copied.mock.calls).toEqual([['omniport console']])
  })

  test('is left where the browser copies nothing', async () => {
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)
    const screen = await show(h(CommandLine, { text: 'omniport console' }), app)
    await screen.click('Copy')
    expect(screen.texts('code')).toEqual(['omniport console'])
  })
})

describe('a text field for JSON', () => {
  const edit = async (value: string) => {
    const text = signal(value)
    return { text, screen: await show(h(JsonEditor, { text, label: 'Arguments' }), app) }
  }

  test('shows the text with the numbers of its lines, and takes what is typed', async () => {
    const { text, screen } = await edit('{\n}')
    const field = screen.field('Arguments')
    expect([field.value, field.getAttribute('aria-invalid'), field.getAttribute('rows')]).toEqual([
      '{\n}',
      'false',
      '4',
    ])
    expect([screen.texts('.gutter span'), screen.texts('.wrong'), screen.texts('.problem')]).toEqual([
      ['1', '2'],
      [],
      [''],
    ])
    await screen.type(field, '[\n1,\n2,\n3,\n4\n]')
    expect([text.value, field.getAttribute('rows')]).toEqual(['[\n1,\n2,\n3,\n4\n]', '6'])
    expect(screen.texts('.gutter span')).toHaveLength(6)
  })

  test('says where it is no JSON, and marks the line', async () => {
    const { screen } = await edit('{\n "a"\n}')
    const field = screen.field('Arguments')
    expect([screen.texts('.wrong'), field.getAttribute('aria-invalid')]).toEqual([['3'], 'true'])
    expect(screen.texts('.problem')).toEqual(['Line 3, column 1: A colon comes after the name of a member'])
    expect(field.getAttribute('aria-describedby')).toBe(screen.one('.problem').id)
  })

  test.each(['', ' \n'])('has nothing to say about %j', async (value) => {
    const { screen } = await edit(value)
    expect([screen.texts('.problem'), screen.field('Arguments').getAttribute('aria-invalid')]).toEqual([[''], 'false'])
  })

  test('numbers 2,000 lines', async () => {
    const { screen } = await edit('\n'.repeat(2_005))
    expect(screen.texts('.gutter span').at(-1)).toBe('2000')
  })
})

describe('a part that is loaded', () => {
  const Part = ({ name }: { readonly name: string }) => h('b', {}, name)

  test('is there once it came, and at once the next time', async () => {
    let arrive: (part: typeof Part) => void = () => {}
    const loading = new Promise<typeof Part>((resolve) => {
      arrive = resolve
    })
    let loads = 0
    const Late = lazy(() => {
      loads += 1
      return loading
    })
    const screen = await show(h(Late, { name: 'one' }), app)
    expect(screen.text).toBe('Loading …')
    await settled(() => arrive(Part))
    expect(screen.texts('b')).toEqual(['one'])
    const again = await show(h(Late, { name: 'two' }), app)
    expect([again.texts('b'), loads]).toEqual([['two'], 1])
  })

  test('that cannot be loaded says so', async () => {
    const Late = lazy<{ readonly name: string }>(() => Promise.reject(new Error('gone')))
    const screen = await show(h(Late, { name: 'one' }), app)
    expect(screen.text).toBe('This part of the page could not be loaded. Is the command still running?')
  })
})
