import { afterEach, describe, expect, test } from 'vitest'
import { defaultFolder, help, parseChoices } from './choices.js'
import { setTypescript } from './fixtures/set-own.js'
import { findTemplate } from './templates.js'

let restore = () => {}

afterEach(() => restore())

describe('what a command line says', () => {
  test('is nothing without words, but for the language of this Node', () => {
    restore = setTypescript('strip')
    expect(parseChoices([])).toEqual({
      folder: undefined,
      template: undefined,
      language: 'ts',
      isInstalled: true,
      isHelp: false,
      isVersion: false,
    })
    setTypescript(false)
    expect(parseChoices([]).language).toBe('js')
  })

  test.each([
    [['there'], { folder: 'there', template: undefined }],
    [['--yes'], { folder: 'omniport-project', template: findTemplate('server') }],
    [['-y', 'there', '-t', 'app'], { folder: 'there', template: findTemplate('app') }],
    [['--template', 'http'], { folder: undefined, template: findTemplate('http') }],
    [['--no-install'], { isInstalled: false }],
    [['--help'], { isHelp: true, isVersion: false }],
    [['-h'], { isHelp: true }],
    [['--version'], { isVersion: true, isHelp: false }],
    [['-v'], { isVersion: true }],
  ])('%j', (words, choices) => {
    expect(parseChoices(words)).toMatchObject(choices)
  })

  test('is the language of the project, whatever this Node runs', () => {
    restore = setTypescript('strip')
    expect([parseChoices(['--js']).language, parseChoices(['--ts']).language]).toEqual(['js', 'ts'])
    setTypescript(false)
    expect([parseChoices(['--js']).language, parseChoices(['--ts']).language]).toEqual(['js', 'ts'])
  })
})

test.each([
  [['a', 'b'], 'Give one folder; got "b" as well'],
  [['--ts', '--js'], 'Give --ts or --js, not both'],
  [['-t', 'best'], 'There is no template "best"; give server, http, client, host, app'],
])('%j is refused', (words, message) => {
  expect(() => parseChoices(words)).toThrow(new Error(message))
})

test('an option that is not there is refused', () => {
  expect(() => parseChoices(['--typescript'])).toThrow(/^Unknown option '--typescript'/)
})

test('the help names each option, the templates and what is chosen without a question', () => {
  expect(defaultFolder).toBe('omniport-project')
  expect(help).toMatch(/^Usage: npm create omniport \[folder\] -- \[options\]\n\nMakes a project/)
  expect(help).toMatch(/^ {2}-t, --template <name> {2}server, http, client, host, app$/m)
  expect(help).toMatch(/^ {2}-y, --yes +ask nothing: the folder is omniport-project, and the template server$/m)
  const named = [...help.matchAll(/--[a-z-]+/g)].map(([name]) => name)
  expect(named).toEqual(['--template', '--yes', '--ts', '--js', '--no-install', '--help', '--version'])
  expect(help.endsWith('the version\n')).toBe(true)
})
