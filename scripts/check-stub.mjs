// @ts-check
// Checks signed entries that `npm run verify -- --stub SEQ` has written: node scripts/check-stub.mjs FILE…. It needs Node and nothing else.
import { createPublicKey, hash, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** @param {any} value @returns {string} */
const canonical = (value) =>
  Array.isArray(value)
    ? `[${value.map(canonical).join(',')}]`
    : value && typeof value === 'object'
      ? `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}` // biome-ignore format: it must stay short
      : JSON.stringify(value)
/** @param {boolean} holds @param {string} why */
const must = (holds, why) => {
  if (!holds) throw new Error(why)
}
/** @param {any} row @param {string} before */
const mustBeHashed = ({ hash: own, ...row }, before) =>
  must(hash('sha256', before + canonical(row)) === own, `entry ${row.seq} isn’t what its hash says`)
/** @param {Buffer} file */
function checkStub(file) {
  const read = JSON.parse(file.toString('utf8'))
  must(Buffer.from(`${canonical(read)}\n`).equals(file), 'the file isn’t written as it was')
  const { entry, before, enrolled, enrolledBefore, stub, ...more } = read
  must(stub === 1 && Object.keys(more).length === 0, 'the file has another form')
  mustBeHashed(entry, before)
  mustBeHashed(enrolled, enrolledBefore)
  const [detail, key] = [entry, enrolled].map((row) => JSON.parse(row.detail))
  const { statement, credential, authenticatorData, clientDataJSON, signature, key: seq } = detail.signature
  const signed = JSON.parse(statement)
  must(enrolled.kind === 'passkey-added' && enrolled.seq === seq && seq < entry.seq, 'another entry enrolled the key')
  must(key.credential === credential && enrolled.account_id === entry.account_id, 'it’s the key of somebody else')
  must(signed.person === entry.account_id && signed.account === entry.merchant, 'somebody else signed, or for another account')
  const says = { ...detail, kind: entry.kind, id: entry.action_id, buyer: entry.buyer_id }
  const isSaid = (/** @type {[string, unknown]} */ [name, value]) => canonical(says[name] ?? null) === canonical(value)
  must(signed.entry.kind === entry.kind && Object.entries(signed.entry).every(isSaid), 'it’s signed for another entry')
  const { operation, params, body } = signed.request ?? {}
  const asked = canonical([signed.actionId, operation, { params, body }])
  must(entry.kind !== 'intent' || asked === canonical([entry.action_id, entry.operation, detail.request]), 'it’s another act')
  const bytes = (/** @type {string} */ text) => Buffer.from(text, 'base64url')
  const [auth, client, proof] = /** @type {const} */ ([bytes(authenticatorData), bytes(clientDataJSON), bytes(signature)])
  const said = JSON.parse(client.toString('utf8'))
  const challenge = hash('sha256', `counterfoil/act/v1\0${statement}`, 'base64url')
  must(said.type === 'webauthn.get' && said.challenge === challenge && !said.crossOrigin, 'it’s signed for another statement')
  must(said.origin === signed.origin, 'it was signed at another address')
  must(auth.subarray(0, 32).equals(hash('sha256', new URL(signed.origin).hostname, 'buffer')), 'it was signed for another host')
  must(((auth[32] ?? 0) & 5) === 5, 'the authenticator didn’t verify the person')
  const publicKey = createPublicKey({ key: bytes(key.publicKey), format: 'der', type: 'spki' })
  const data = Buffer.concat([auth, hash('sha256', client, 'buffer')])
  must(verify(publicKey.asymmetricKeyType === 'ed25519' ? null : 'sha256', data, publicKey, proof), 'the signature doesn’t fit')
  return `${entry.person} signed “${signed.act}” at ${signed.at}: entry ${entry.seq}, hash ${entry.hash}, key ${hash('sha256', bytes(key.publicKey))}`
}

for (const file of process.argv.slice(2))
  try {
    console.log(checkStub(readFileSync(file)))
  } catch (cause) {
    console.error(`${file} isn’t genuine: ${cause instanceof Error ? cause.message : cause}`)
    process.exitCode = 1
  }
