import { ignorable } from './find-hidden-characters.js'

/**
 * Normalises text to what a model reads: no invisible characters or emphasis, plain letters for lookalikes, single spaces. At
 * most `length` characters.
 */
export function plainText(text: string, length: number): string {
  return text
    .replace(ignored, '')
    .normalize('NFKC')
    .slice(0, length)
    .replace(lookalikes, (letter) => plain.get(letter) ?? letter)
    .replace(quotes, "'")
    .replace(emphasis, '')
    .replace(/\s+/g, ' ')
}

const ignored = new RegExp(String.raw`${ignorable.source}|(?!\s)\p{Cc}`, 'gu')
const quotes = /[\u2018\u2019\u02BC\u00B4]/g
const emphasis = /[*`]/g

/** Cyrillic and Greek letters that look like Latin ones, which follow in the same order. */
const foreign = 'аеорсухіјѕԁһԛԝАВЕКМНОРСТУХІЈЅοανιΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
const latin = 'aeopcyxijsdhqwABEKMHOPCTYXIJSoaviABEZHIKMNOPTYX'
const plain: ReadonlyMap<string, string> = new Map(
  [...foreign].map((letter, index) => [letter, latin[index] ?? letter]),
)
const lookalikes = new RegExp(`[${foreign}]`, 'g')
