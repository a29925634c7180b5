/**
 * Text as a model reads it: without characters that cannot be seen and emphasis, with plain letters for those that look like
 * them, and one space between words. Not longer than `length`.
 */
export function plainText(text: string, length: number): string {
  return text
    .replace(unseen, '')
    .normalize('NFKC')
    .slice(0, length)
    .replace(lookalikes, (letter) => plain.get(letter) ?? letter)
    .replace(quotes, "'")
    .replace(emphasis, '')
    .replace(/\s+/g, ' ')
}

const unseen = /[\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]|(?!\s)\p{Cc}/gu
const quotes = /[\u2018\u2019\u02BC\u00B4]/g
const emphasis = /[*`]/g

/** Of the Cyrillic and Greek letters those that cannot be told from Latin ones, which follow in the same order. */
const foreign = 'аеорсухіјѕԁһԛԝАВЕКМНОРСТУХІЈЅοανιΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
const latin = 'aeopcyxijsdhqwABEKMHOPCTYXIJSoaviABEZHIKMNOPTYX'
const plain: ReadonlyMap<string, string> = new Map(
  [...foreign].map((letter, index) => [letter, latin[index] ?? letter]),
)
const lookalikes = new RegExp(`[${foreign}]`, 'g')
