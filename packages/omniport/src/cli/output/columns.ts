/** Returns the beginning of a text that fits the columns of a terminal, at least one character. Wide ones take two. */
export function fitColumns(text: string, columns: number): string {
  let width = 0
  let fits = ''
  for (const letter of text) {
    width += columnsOf(letter)
    if (width > columns && fits !== '') return fits
    fits += letter
  }
  return fits
}

/** The columns that a text takes, without colours. */
export function countColumns(text: string): number {
  let width = 0
  for (const letter of text) width += columnsOf(letter)
  return width
}

function columnsOf(letter: string): number {
  if (wide.test(letter)) return 2
  return combining.test(letter) ? 0 : 1
}

const combining = /\p{M}|\u200d|\ufe0f/u

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uffe6\u{16fe0}-\u{1b2ff}\u{1d300}-\u{1d37f}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Extended_Pictographic}/u
