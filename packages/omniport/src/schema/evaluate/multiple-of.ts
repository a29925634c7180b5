/** True if a number is an exact multiple of another as both are written in decimal: 0.0075 is one of 0.0001. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0
  const [valueDigits, valueExponent] = decimal(value)
  const [divisorDigits, divisorExponent] = decimal(divisor)
  const shift = valueExponent - divisorExponent
  return shift >= 0
    ? (valueDigits * 10n ** BigInt(shift)) % divisorDigits === 0n
    : valueDigits % (divisorDigits * 10n ** BigInt(-shift)) === 0n
}

/** The digits of a number and the power of ten they are multiplied by. */
function decimal(value: number): readonly [bigint, number] {
  const [digits = '0', exponent = '0'] = Math.abs(value).toString().split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  return [BigInt(whole + fraction), Number(exponent) - fraction.length]
}
