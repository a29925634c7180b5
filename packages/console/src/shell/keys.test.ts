// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp, type Fixture } from '../fixtures/create-app.js'
import { keyHelp, listenToKeys, modifierKey } from './keys.js'

let fixture: Fixture
let stop: () => void
beforeEach(() => {
  fixture = createApp()
  stop = listenToKeys(fixture.app)
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
  location.hash = ''
})

/** Presses a key where the focus is. Returns whether the page took it. */
function press(key: string, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  const target = document.activeElement ?? document.body
  target.dispatchEvent(event)
  return event.defaultPrevented
}

/** Shows this part of a page; the element with `id="focus"` gets the focus. */
function show(html: string): void {
  document.body.innerHTML = html
  document.querySelector<HTMLElement>('#focus')?.focus()
}

const focused = () => document.activeElement?.getAttribute('name')

describe('the palette', () => {
  test.each([
    ['Ctrl', { ctrlKey: true }],
    ['the command key', { metaKey: true }],
  ])('opens and closes with %s and K', (_name, modifier) => {
    expect([press('k', modifier), fixture.ui.isPaletteOpen.value]).toEqual([true, true])
    expect([press('K', modifier), fixture.ui.isPaletteOpen.value]).toEqual([true, false])
  })

  test('does not open with K alone, nor with Ctrl and another key', () => {
    press('k')
    press('j', { ctrlKey: true })
    expect(fixture.ui.isPaletteOpen.value).toBe(false)
  })

  test('takes all keys while it is open, but for its own', () => {
    fixture.ui.isPaletteOpen.value = true
    expect([press('t'), press('?'), fixture.ui.timeline.value, fixture.ui.isHelpOpen.value]).toEqual([
      ...[false, false, 'docked', false],
    ])
  })
})

describe('a key of the page', () => {
  test('makes the timeline larger and smaller', () => {
    expect([press('t'), fixture.ui.timeline.value]).toEqual([true, 'full'])
    expect([press('t'), fixture.ui.timeline.value]).toEqual([true, 'docked'])
  })

  test('shows and hides the help', () => {
    expect([press('?'), fixture.ui.isHelpOpen.value]).toEqual([true, true])
    expect([press('?'), fixture.ui.isHelpOpen.value]).toEqual([true, false])
  })

  test('goes to the history after g', () => {
    expect([press('h'), location.hash]).toEqual([false, ''])
    expect([press('g'), press('x'), press('h'), location.hash]).toEqual([false, false, false, ''])
    expect([press('g'), press('h'), location.hash]).toEqual([false, true, '#/history'])
  })

  test('that is none is left alone', () => {
    expect(press('x')).toBe(false)
  })

  test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])('is none with %j', (modifier) => {
    expect([press('t', modifier), fixture.ui.timeline.value]).toEqual([false, 'docked'])
  })

  test.each([
    ['an input', '<input id="focus">'],
    ['a text area', '<textarea id="focus"></textarea>'],
    ['a choice', '<select id="focus"></select>'],
    ['a text that is edited', '<p id="focus" contenteditable tabindex="0"></p>'],
  ])('is a letter in %s', (_name, html) => {
    show(html)
    expect([press('t'), fixture.ui.timeline.value]).toEqual([false, 'docked'])
  })

  test.each([
    ['a box to tick', '<input type="checkbox" id="focus">'],
    ['a button', '<button id="focus"></button>'],
  ])('works on %s', (_name, html) => {
    show(html)
    expect([press('t'), fixture.ui.timeline.value]).toEqual([true, 'full'])
  })

  test('does nothing any more once nobody listens', () => {
    stop()
    expect([press('t'), fixture.ui.timeline.value]).toEqual([false, 'docked'])
  })
})

describe('Escape', () => {
  test('closes what is on top, then the rest, one at a time', () => {
    const { ui } = fixture
    ui.isPaletteOpen.value = true
    ui.isHelpOpen.value = true
    ui.message.value = 5
    const open = () => [ui.isPaletteOpen.value, ui.isHelpOpen.value, ui.message.value]
    expect([press('Escape'), open()]).toEqual([false, [false, true, 5]])
    expect([press('Escape'), open()]).toEqual([false, [false, false, 5]])
    expect([press('Escape'), open()]).toEqual([false, [false, false, undefined]])
  })

  test('leaves a field before it closes the message', () => {
    show('<input id="focus" name="field">')
    fixture.ui.message.value = 5
    press('Escape')
    expect([focused(), fixture.ui.message.value]).toEqual([null, 5])
    press('Escape')
    expect(fixture.ui.message.value).toBeUndefined()
  })
})

describe('Ctrl and Enter', () => {
  const forms = '<form name="search"><input name="in"></form><form name="call" data-call></form>'

  /** The forms that are sent off. */
  function sentOff(): readonly string[] {
    const sent: string[] = []
    for (const form of document.querySelectorAll('form')) {
      form.addEventListener('submit', (event) => {
        event.preventDefault()
        sent.push(form.getAttribute('name') ?? '')
      })
    }
    return sent
  }

  test('sends off the form in focus', () => {
    show(forms.replace('name="in"', 'id="focus"'))
    const sent = sentOff()
    expect([press('Enter', { ctrlKey: true }), sent]).toEqual([true, ['search']])
  })

  test('sends off the form of the view otherwise', () => {
    show(forms)
    const sent = sentOff()
    expect([press('Enter', { metaKey: true }), sent]).toEqual([true, ['call']])
    expect([press('Enter'), sent]).toEqual([false, ['call']])
  })

  test('does nothing in a view without a form', () => {
    expect(press('Enter', { ctrlKey: true })).toBe(true)
  })
})

describe('the slash', () => {
  const panes =
    '<div data-pane="list"><input data-filter name="first"></div>' +
    '<div data-pane="timeline"><button id="B"></button><input data-filter name="second"></div>' +
    '<div data-pane="work"><button id="W"></button></div>'

  test.each([
    ['nearest to the focus', 'B', 'second'],
    ['first on the page, where the focus is in no column with one', 'W', 'first'],
    ['first on the page, where nothing has the focus', 'none', 'first'],
  ])('goes to the filter that is %s', (_name, id, name) => {
    show(panes.replace(`id="${id}"`, 'id="focus"'))
    expect([press('/'), focused()]).toEqual([true, name])
  })

  test('does nothing where there is no filter', () => {
    expect(press('/')).toBe(true)
  })
})

describe('j and k', () => {
  const list =
    '<a href="#x" name="elsewhere"></a><ul data-list><li><a href="#a" name="a"></a></li>' +
    '<li><a href="#b" name="b" class="on"></a></li><li><a href="#c" name="c"></a></li></ul>'

  test('move in the list, and stay in it', () => {
    show(list.replace('href="#a"', 'href="#a" id="focus"'))
    const after = (key: string) => [press(key), focused()]
    expect([after('j'), after('j'), after('j')]).toEqual([
      [true, 'b'],
      [true, 'c'],
      [true, 'c'],
    ])
    expect([after('k'), after('k'), after('k')]).toEqual([
      [true, 'b'],
      [true, 'a'],
      [true, 'a'],
    ])
  })

  test('begin where the item is that is shown, or at the first one', () => {
    show(list)
    expect([press('j'), focused()]).toEqual([true, 'c'])
    show(list.replace('class="on"', ''))
    expect([press('j'), focused()]).toEqual([true, 'a'])
  })

  test('leave the list of messages to itself', () => {
    show(`${list}<div data-list="messages" id="focus" tabindex="0" name="messages"></div>`)
    expect([press('j'), focused()]).toEqual([true, 'messages'])
  })

  test('do nothing where there is no list', () => {
    expect(press('j')).toBe(true)
  })
})

test('brackets press the buttons for the results before and after', () => {
  show('<button data-step="-1" name="before"></button><button data-step="1" name="after"></button>')
  const pressed: (string | null)[] = []
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', () => pressed.push(button.getAttribute('name')))
  expect([press('['), press(']'), press('[')]).toEqual([true, true, true])
  expect(pressed).toEqual(['before', 'after', 'before'])
  document.body.replaceChildren()
  expect(press('[')).toBe(true)
})

test('the help has every key', () => {
  expect(modifierKey).toBe('Ctrl')
  expect(keyHelp.map(([keys]) => keys)).toEqual([
    ...['Ctrl K', 'Ctrl ↵', '/', 'j  k', '[  ]', 't', '←  →', 'g h', 'Esc', '?'],
  ])
})
