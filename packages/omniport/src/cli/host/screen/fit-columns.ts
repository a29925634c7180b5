/** Returns the beginning of a text that fits the columns of a terminal, at least one character. Wide ones take two. */
export function fitColumns(text: string, columns: number): string {
  let width = 0
  let fits = ''
  for (const letter of text) {
    width += wide.test(letter) ? 2 : 1
    if (width > columns && fits !== '') return fits
    fits += letter
  }
  return fits
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uffe6\u{16fe0}-\u{1b2ff}\u{1d300}-\u{1d37f}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Extended_Pictographic}/u
