// @vitest-environment happy-dom
import { h } from 'preact'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../fixtures/create-app.js'
import { settled, show } from '../../fixtures/screen.js'
import { FormState } from '../../state/form-state.js'
import { FormEditor } from './form-editor.js'

const { app } = createApp()

afterEach(() => vi.restoreAllMocks())

/** The form of an object with the member `a`. */
async function edit(schema: unknown, value?: unknown, more: object = {}) {
  const text = JSON.stringify(value === undefined ? {} : { a: value })
  const state = new FormState({ type: 'object', properties: { a: schema }, ...more }, text)
  return { state, screen: await show(h(FormEditor, { state, label: 'Arguments' }), app) }
}

const sentBy = (state: FormState) => (JSON.parse(state.text.value) as { readonly a?: unknown }).a

describe('an input', () => {
  test('of a text has its lines, up to 16', async () => {
    const { screen, state } = await edit({ type: 'string' }, 'x')
    const field = screen.field('a')
    expect([field.tagName, field.value, field.getAttribute('rows'), field.className]).toEqual([
      'TEXTAREA',
      'x',
      '1',
      '',
    ])
    await screen.type('a', 'x\ny\nz')
    expect([sentBy(state), field.getAttribute('rows')]).toEqual(['x\ny\nz', '3'])
    await screen.type('a', '\n'.repeat(20))
    expect(field.getAttribute('rows')).toBe('16')
  })

  test('of a number is for digits, and is emptied to nothing', async () => {
    const { screen, state } = await edit({ type: 'number' }, 5, { required: ['a'] })
    const field = screen.field('a')
    expect([field.type, field.inputMode, field.getAttribute('aria-required')]).toEqual(['text', 'decimal', 'true'])
    await screen.type('a', '1.50')
    expect(state.text.value).toBe('{"a":1.50}')
    await screen.type('a', '')
    expect(state.text.value).toBe('{}')
  })

  test('of a secret hides it', async () => {
    const { screen, state } = await edit({ type: 'string', format: 'password' })
    expect([screen.field('a').type, screen.field('a').getAttribute('aria-required')]).toEqual(['password', 'false'])
    await screen.type('a', 'x')
    expect(sentBy(state)).toBe('x')
  })

  test('of JSON holds what is none yet, until it is', async () => {
    const { screen, state } = await edit({}, 1)
    expect(screen.field('a').className).toBe('mono')
    await screen.type('a', '[1,\n')
    expect([sentBy(state), screen.field('a').value, [...state.drafts.value]]).toEqual([
      1,
      '[1,\n',
      [['["a"]', '[1,\n']],
    ])
    await screen.type('a', '[1,\n2]')
    expect([sentBy(state), screen.field('a').value, state.drafts.value.size]).toEqual([[1, 2], '[1,\n2]', 0])
  })
})

describe('true and false', () => {
  test('are two buttons, of which none is pressed before there is a value', async () => {
    const { screen, state } = await edit({ type: 'boolean' })
    const pressed = () => screen.texts('.field [aria-pressed=true]')
    expect([screen.one('.field [role=group]').getAttribute('aria-label'), pressed()]).toEqual(['a', []])
    await screen.click('true')
    expect([sentBy(state), pressed()]).toEqual([true, ['true']])
    await screen.click('false')
    expect([sentBy(state), pressed()]).toEqual([false, ['false']])
  })
})

describe('a choice', () => {
  const schema = { enum: ['x', 2, `${'long '.repeat(30)}`] }
  const optionsOf = (element: HTMLElement) =>
    [...element.querySelectorAll('option')].map(({ textContent }) => textContent)

  test('has its options, in 120 characters, and the one to send nothing', async () => {
    const { screen, state } = await edit(schema)
    const field = screen.field('a')
    expect(optionsOf(field)).toEqual(['not sent', 'x', '2', 'long '.repeat(30).slice(0, 120)])
    expect(field.value).toBe('')
    await screen.choose('a', '1')
    expect([sentBy(state), field.value]).toEqual([2, '1'])
    await screen.choose('a', '')
    expect(sentBy(state)).toBeUndefined()
  })

  test('asks for one where it is required', async () => {
    const { screen } = await edit(schema, undefined, { required: ['a'] })
    expect(optionsOf(screen.field('a'))[0]).toBe('Choose …')
  })

  test('shows a value that is none of them', async () => {
    const { screen } = await edit(schema, 'y'.repeat(70), { required: ['a'] })
    expect(optionsOf(screen.field('a'))[0]).toBe('y'.repeat(60))
    expect((await edit(schema, 'x', { required: ['a'] })).screen.field('a').value).toBe('0')
  })

  test('of several has boxes to tick', async () => {
    const { screen, state } = await edit({ type: 'array', uniqueItems: true, items: { enum: ['x', 'y'] } }, ['y'])
    const boxes = () => screen.all('.checks input').map((each) => (each as HTMLInputElement).checked)
    expect([screen.texts('.checks label'), boxes()]).toEqual([
      ['x', 'y'],
      [false, true],
    ])
    await screen.click(screen.field('x'))
    expect([sentBy(state), boxes()]).toEqual([
      ['y', 'x'],
      [true, true],
    ])
    await screen.click(screen.field('y'))
    expect([sentBy(state), boxes()]).toEqual([['x'], [true, false]])
  })
})

describe('a constant', () => {
  test('is sent by a button', async () => {
    const { screen, state } = await edit({ const: 'x\u200b' })
    expect([screen.texts('code'), screen.buttons.at(-1)]).toEqual([['"x⟨U+200B⟩"'], 'Send it'])
    await screen.click('Send it')
    expect([sentBy(state), screen.texts('code'), screen.buttons.at(-1)]).toEqual(['x\u200b', ['x⟨U+200B⟩'], 'Sent'])
  })

  test('that is long is cut', async () => {
    const { screen } = await edit({ const: 'x'.repeat(300) })
    expect(screen.texts('code')[0]).toHaveLength(200)
  })

  test('that is null has no other way to be that', async () => {
    const { screen } = await edit({ type: 'null' }, null)
    expect([screen.texts('code'), screen.buttons]).toEqual([['null'], ['Form', 'JSON', 'Leave a out', 'Sent']])
  })
})

describe('a file', () => {
  /** Chooses a file as the person does in the dialog of the browser. */
  async function take(screen: Awaited<ReturnType<typeof edit>>['screen'], file: Partial<File> | undefined) {
    const input = screen.one<HTMLInputElement>('input[type=file]')
    Object.defineProperty(input, 'files', { value: file === undefined ? [] : [file], configurable: true })
    await settled(() => input.dispatchEvent(new Event('change', { bubbles: true })))
  }

  /** Files are read as this address. */
  function readAs(url: string): void {
    vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader) {
      Object.defineProperty(this, 'result', { value: url })
      this.onload?.({} as ProgressEvent<FileReader>)
    })
  }

  test.each([
    ['byte', 'AAA='],
    ['data-url', 'data:text/plain;base64,AAA='],
  ])('becomes the value of the format %s', async (format, value) => {
    readAs('data:text/plain;base64,AAA=')
    const { screen, state } = await edit({ type: 'string', format })
    await take(screen, { name: 'a.txt', size: 2 })
    expect([sentBy(state), screen.texts('.row .soft')]).toEqual([value, ['a.txt, 2 B']])
  })

  test('is chosen with a button', async () => {
    const { screen } = await edit({ type: 'string', format: 'byte' })
    const opened = vi.spyOn(screen.one<HTMLInputElement>('input[type=file]'), 'click')
    await screen.click('Choose a file')
    expect(opened).toHaveBeenCalledTimes(1)
  })

  test('of more than 8 MiB is refused', async () => {
    readAs('data:,AAA=')
    const { screen, state } = await edit({ type: 'string', format: 'byte' })
    await take(screen, { name: 'a.txt', size: 8 * 1024 * 1024 + 1 })
    expect([sentBy(state), screen.texts('.row .soft')]).toEqual([undefined, ['a.txt has 8.4 MB: at most 8.4 MB']])
    await take(screen, { name: 'a.txt', size: 8 * 1024 * 1024 })
    expect([sentBy(state), screen.texts('.row .soft')]).toEqual(['AAA=', ['a.txt, 8.4 MB']])
  })

  test('that was not chosen changes nothing', async () => {
    const { screen, state } = await edit({ type: 'string', format: 'byte' }, 'BBB=')
    await take(screen, undefined)
    expect([sentBy(state), screen.texts('.row .soft')]).toEqual(['BBB=', ['']])
  })

  test('is only asked for where the value is one', async () => {
    expect((await edit({ type: 'string' })).screen.all('input[type=file]')).toEqual([])
  })
})
