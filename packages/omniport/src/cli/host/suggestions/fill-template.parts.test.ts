import { expect, test } from 'vitest'
import { templateParts } from './fill-template.js'

const fill = (template: string, value: string) =>
  templateParts(template)
    ?.map((part) => (part.type === 'text' ? part.text : part.encode(value)))
    .join('')

test.each([
  ['a://b', 'x', 'a://b'],
  ['a://{b}/c/{d}', 'x', 'a://x/c/x'],
  ['a://{b}', "é /?#[]!'()*", 'a://%C3%A9%20%2F%3F%23%5B%5D%21%27%28%29%2A'],
  ['a://{+b}', 'x/y?z=[1]&%20 %', 'a://x/y?z=[1]&%20%20%25'],
])('%s with %s', (template, value, uri) => {
  expect(fill(template, value)).toBe(uri)
})

test.each(['{?q}', '{/a}', '{a,b}', '{a*}', '{a:3}', '{#a}', '{&a}'])('%s is more than that', (template) => {
  expect(templateParts(`a://b${template}`)).toBe(undefined)
})
