import { LonePage } from './lone-page'

/** Stands in place of the desk for who may use none of the merchant accounts. */
export const NoMerchant = ({ name }: { name: string }) => (
  <LonePage foot={`Signed in as ${name}`}>
    <h1 className="font-semibold text-title">No merchant account is open to you</h1>
    <p className="max-w-[44ch] text-center text-muted">
      Ask an admin: each merchant account names the roles and people who may use it.
    </p>
  </LonePage>
)
