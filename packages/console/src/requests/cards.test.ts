// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, describe, expect, test } from 'vitest'
import { startedAt } from '#test/console/page/sample-state.js'
import type { Operation } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { settled, show } from '../fixtures/screen.js'
import { ask, requestOf } from './fixtures/ask.js'
import { RequestList } from './request-list.js'

afterEach(() => {
  location.hash = ''
})

const input = { type: 'input', label: 'A key\u200b', isSecret: false } as const

describe('a request', () => {
  test('says first who asks, and when', async () => {
    const { screen } = await ask(input)
    expect(screen.texts('h2')).toEqual(['notes needs a value of you14:02:00'])
    const card = screen.one('.card')
    expect([card.getAttribute('aria-label'), card.dataset['request']]).toEqual(['notes needs a value of you', 'q'])
    expect(screen.all('.one-of')).toEqual([])
  })

  test('of which nobody knows to what it belongs leads to each of these', async () => {
    const read = (id: string, uri: string): Operation => ({
      id,
      request: { kind: 'read', server: 'notes', uri },
      state: 'asking',
      startedAt,
    })
    const operations = [read('a', 'n:a\u200b'), read('b', 'n:b'), read('c', 'n:c')]
    const { screen } = await ask({ ...input, operations: ['a', 'b'] }, { operations })
    expect(screen.texts('.one-of > *')).toEqual(['It does not say for which of these:', 'n:a⟨U+200B⟩', 'n:b'])
    await screen.click('n:b')
    expect(location.hash).toBe('#/servers/notes/resources/n%3Ab')
    expect((await ask({ ...input, operations: ['a'] }, { operations })).screen.all('.one-of')).toEqual([])
  })
})

describe('the open requests', () => {
  const requests = [
    requestOf({ ...input, operation: 'a' }, '1'),
    requestOf({ ...input, operations: ['b', 'c'] }, '2'),
    { ...requestOf(input, '3'), server: 'other' },
  ]
  const shown = async (part: { readonly operation?: string; readonly server?: string }) => {
    const screen = await show(
      h(RequestList, { operation: part.operation, server: part.server }),
      createApp({ requests }).app,
    )
    return screen.all('.card').map(({ dataset }) => dataset['request'])
  }

  test.each<[string, { readonly operation?: string; readonly server?: string }, readonly string[]]>([
    ['of all', {}, ['1', '2', '3']],
    ['of an operation', { operation: 'a' }, ['1']],
    ['of an operation that it may be of', { operation: 'c' }, ['2']],
    ['of a server', { server: 'notes' }, ['1', '2']],
    ['of another server', { server: 'other' }, ['3']],
    ['of both', { server: 'other', operation: 'a' }, []],
  ])('%s are shown', async (_name, part, ids) => {
    expect(await shown(part)).toEqual(ids)
  })

  test('are nothing where there are none', async () => {
    const { app, store } = createApp()
    const screen = await show(h(RequestList, { server: undefined }), app)
    expect(screen.root.childElementCount).toBe(0)
    await settled(() => store.apply({ type: 'request', request: requestOf(input) }))
    expect(screen.one('.requests').getAttribute('aria-label')).toBe('Questions for you')
  })
})

describe('a value for a config file', () => {
  test('is typed', async () => {
    const { screen, answers } = await ask({ ...input, initial: 'x' })
    const field = screen.field('A key⟨U+200B⟩')
    expect([field.value, field.type]).toEqual(['x', 'text'])
    await screen.type(field, 'y')
    await screen.submit()
    expect(answers()).toEqual([{ type: 'input', action: 'answer', value: 'y' }])
  })

  test('is empty where nothing is said, and hidden where it is secret', async () => {
    const { screen, answers } = await ask({ ...input, isSecret: true })
    expect(screen.field('A key⟨U+200B⟩').type).toBe('password')
    await screen.submit()
    expect(answers()).toEqual([{ type: 'input', action: 'answer', value: '' }])
  })

  test('is one of some', async () => {
    const { screen, answers } = await ask({ ...input, options: ['a', 'b\u200b'], initial: 'a' })
    expect(screen.texts('option')).toEqual(['a', 'b⟨U+200B⟩'])
    await screen.choose('A key⟨U+200B⟩', 'b\u200b')
    await screen.click('Use it')
    expect(answers()).toEqual([{ type: 'input', action: 'answer', value: 'b\u200b' }])
  })

  test('is not given', async () => {
    const { screen, answers } = await ask(input)
    await screen.click('Cancel')
    expect(answers()).toEqual([{ type: 'input', action: 'cancel' }])
  })
})

describe('a page of a server', () => {
  const page = {
    type: 'url',
    message: 'Confirm\u200b it',
    url: 'https://a.example/x',
    host: 'a.example\u200b',
    warnings: ['Odd\u200b'],
  } as const

  test('says where it leads, and what is odd about it', async () => {
    const { screen } = await ask(page)
    expect(screen.texts('h2')[0]).toContain('wants you to open a page')
    expect([screen.texts('blockquote'), screen.texts('.warning')]).toEqual([['Confirm⟨U+200B⟩ it'], ['Odd⟨U+200B⟩']])
    expect(screen.texts('.target p')).toEqual(['It leads to a.example⟨U+200B⟩', 'https://a.example/xCopy'])
  })

  test('shows 2,000 characters of a long address', async () => {
    const { screen } = await ask({ ...page, url: `https://a.example/${'x'.repeat(3_000)}` })
    expect(screen.texts('code.address')[0]).toHaveLength(2_000)
  })

  test('opens in a tab of its own, and says so', async () => {
    const { screen, answers } = await ask(page)
    const link = screen.one<HTMLAnchorElement>('a.button')
    expect([link.getAttribute('href'), link.target, link.rel, link.textContent]).toEqual([
      ...['https://a.example/x', '_blank', 'noreferrer noopener', 'Open the page'],
    ])
    link.addEventListener('click', (event) => event.preventDefault())
    await screen.click(link)
    expect(answers()).toEqual([{ type: 'url', action: 'accept' }])
  })

  test('that is none of the web does not open', async () => {
    const { screen } = await ask({ ...page, url: 'javascript:alert(1)', warnings: [] })
    expect([screen.all('a').length, screen.texts('.warning')]).toEqual([
      0,
      ['This address is not of the web: it is not opened.'],
    ])
  })

  test.each([
    ["Don't open", 'decline'],
    ['Cancel', 'cancel'],
  ])('is refused with %s', async (button, action) => {
    const { screen, answers } = await ask(page)
    await screen.click(button)
    expect(answers()).toEqual([{ type: 'url', action }])
  })
})

describe('a sign-in', () => {
  const signIn = {
    type: 'sign-in',
    url: 'https://a.example/x',
    host: 'a.example',
    scopes: ['read', 'write\u200b'],
  } as const

  test('says what it asks for', async () => {
    const { screen } = await ask(signIn)
    expect(screen.texts('h2')[0]).toContain('wants you to sign in')
    expect(screen.text).toContain('It asks for: read, write⟨U+200B⟩')
    expect((await ask({ ...signIn, scopes: [] })).screen.text).toContain('It names no permissions.')
  })

  test('opens in a tab, and ends by itself', async () => {
    const { screen, answers } = await ask(signIn)
    const link = screen.one<HTMLAnchorElement>('a.button')
    link.addEventListener('click', (event) => event.preventDefault())
    await screen.click(link)
    expect([link.textContent, answers()]).toEqual(['Sign in', []])
  })

  test('is given up', async () => {
    const { screen, answers } = await ask(signIn)
    await screen.click("Don't sign in")
    expect(answers()).toEqual([{ type: 'sign-in', action: 'cancel' }])
  })
})
