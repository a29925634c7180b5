import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { findTemplate, templates } from './templates.js'

test('a template is found by its name', () => {
  expect(templates.map(({ name }) => findTemplate(name))).toEqual(templates)
  expect(findTemplate('http').description).toBe('a server over HTTP')
})

test('another name is refused with those that there are', () => {
  expect(() => findTemplate('htp')).toThrow(
    new Error('There is no template "htp"; give server, http, client, host, app'),
  )
})

describe.each(templates)('the template $name', ({ description, folders, command, packages, name }) => {
  test('is described, and says what to try', () => {
    expect(description).toMatch(/^a (?:server|program) [a-z,A-Z ]+$/)
    const calls = { server: 'hello name=Ada', app: 'roll sides=6' }
    const call = new Map(Object.entries(calls)).get(name)
    expect(command).toBe(call === undefined ? 'npm start' : `npx omniport call ${call} -- node main.js`)
    expect(packages).toEqual(name === 'app' ? ['@omniport/app'] : [])
  })

  test('has a program, its server, a test and a readme, each once', async () => {
    const places = folders.map((folder) => new URL(`../templates/${folder}/`, import.meta.url))
    const files = (await Promise.all(places.map((place) => readdir(place)))).flat()
    expect(files).toEqual(expect.arrayContaining(['main.js', 'server.js', 'README.md']))
    expect(files.filter((file) => file.endsWith('.test.js'))).toHaveLength(1)
    expect([...new Set(files)]).toEqual(files)
  })
})
