// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { byId, element } from './elements.js'

afterEach(() => document.body.replaceChildren())

describe('an element', () => {
  test('has a class, texts and elements, in order', () => {
    const created = element('p', 'a b', 'one ', element('b', '', 'two'), ' three')
    expect(created.outerHTML).toBe('<p class="a b">one <b>two</b> three</p>')
  })

  test('has no class and no content where none is given', () => {
    expect(element('canvas').outerHTML).toBe('<canvas></canvas>')
  })

  test('has texts that are no HTML', () => {
    const created = element('p', '', '<b>x</b>')
    expect([created.children.length, created.textContent]).toEqual([0, '<b>x</b>'])
  })
})

describe('an element of the page', () => {
  test('is found by its id', () => {
    const created = element('p')
    created.id = 'here'
    document.body.append(created)
    expect(byId('here')).toBe(created)
  })

  test('must be there', () => {
    expect(() => byId('gone')).toThrow(new Error('The page has no #gone'))
  })
})
