/** The languages a reply can be written in. */
export const replyLocales = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pt: 'Português' } as const
export type ReplyLocale = keyof typeof replyLocales

/** What a reply can say. `{amount}`, `{day}` and the like are filled from facts; a sentence whose fact is not known is left out. */
const english = {
  hello: 'Hello,',
  refundAsked: 'We have asked for a refund of {amount} of your payment of {day}. We will write to you once it is decided.',
  refundApproved: 'Your refund of {amount} is approved, and we are passing it on to the payment provider.',
  refundDone: 'Your refund of {amount} of the payment of {day} was made. It can take some days until your bank shows it.',
  refundReference: 'The provider’s reference is {reference}.',
  refundRefused: 'We have looked at your payment of {day} and cannot refund {amount} of it.',
  autochargeOff: 'Your subscription {product} no longer renews by itself: no further payment will be taken for it.',
  accessUntil: 'You can use it until {until}.',
  kept: 'Your subscription {product} stays as it is and goes on renewing by itself.',
  nothingRefunded: 'Payments already made are not affected by this.',
  chargeIs: 'The payment of {amount} of {day} is for {product}.',
  chargeStatement: 'It appears on your statement as {descriptor}.',
  chargeMethod: 'It was made with {method}.',
  chargeNotTheirs: 'We have noted that you do not recognise it, and we are looking into it. Please tell your bank as well.',
  renewalFailed: 'On {day} a payment of {amount} for {product} was tried and not completed. Nothing was charged.',
  renewalOtherMethod: 'Please use another payment method; we are sending you a link for it.',
  renewalAskBank: 'Please ask your bank to allow the payment, and tell us when it can be tried again.',
  renewalLeave: 'If you do not want to renew, there is nothing you have to do.',
  bye: 'Kind regards',
}

export type ReplyKey = keyof typeof english

/** Every sentence that leaves the desk, by language. To change one, change it here. */
export const replyTexts: Record<ReplyLocale, Record<ReplyKey, string>> = {
  en: english,
  de: {
    hello: 'Guten Tag,',
    refundAsked:
      'wir haben eine Erstattung von {amount} Ihrer Zahlung vom {day} beantragt. Wir schreiben Ihnen, sobald darüber entschieden ist.',
    refundApproved: 'Ihre Erstattung von {amount} ist genehmigt, und wir geben sie an den Zahlungsanbieter weiter.',
    refundDone:
      'Ihre Erstattung von {amount} der Zahlung vom {day} ist erfolgt. Es kann einige Tage dauern, bis Ihre Bank sie anzeigt.',
    refundReference: 'Die Referenz des Zahlungsanbieters lautet {reference}.',
    refundRefused: 'wir haben Ihre Zahlung vom {day} geprüft und können {amount} davon nicht erstatten.',
    autochargeOff: 'Ihr Abonnement {product} verlängert sich nicht mehr von selbst: Dafür wird keine weitere Zahlung eingezogen.',
    accessUntil: 'Sie können es bis zum {until} nutzen.',
    kept: 'Ihr Abonnement {product} bleibt, wie es ist, und verlängert sich weiter von selbst.',
    nothingRefunded: 'Bereits geleistete Zahlungen sind davon nicht betroffen.',
    chargeIs: 'Die Zahlung von {amount} vom {day} ist für {product}.',
    chargeStatement: 'Auf Ihrem Kontoauszug steht sie als {descriptor}.',
    chargeMethod: 'Bezahlt wurde mit {method}.',
    chargeNotTheirs:
      'Wir haben vermerkt, dass Sie die Zahlung nicht kennen, und gehen dem nach. Bitte sagen Sie es auch Ihrer Bank.',
    renewalFailed:
      'Am {day} wurde eine Zahlung von {amount} für {product} versucht und nicht abgeschlossen. Es wurde nichts abgebucht.',
    renewalOtherMethod: 'Bitte verwenden Sie eine andere Zahlungsart; wir senden Ihnen einen Link dafür.',
    renewalAskBank:
      'Bitte fragen Sie Ihre Bank, ob sie die Zahlung zulässt, und sagen Sie uns, wann wir es erneut versuchen können.',
    renewalLeave: 'Wenn Sie nicht verlängern möchten, müssen Sie nichts weiter tun.',
    bye: 'Freundliche Grüße',
  },
  es: {
    hello: 'Hola:',
    refundAsked: 'Hemos solicitado un reembolso de {amount} de su pago del {day}. Le escribiremos en cuanto se haya decidido.',
    refundApproved: 'Su reembolso de {amount} está aprobado y lo estamos pasando al proveedor de pagos.',
    refundDone: 'Su reembolso de {amount} del pago del {day} se ha realizado. Su banco puede tardar unos días en mostrarlo.',
    refundReference: 'La referencia del proveedor es {reference}.',
    refundRefused: 'Hemos revisado su pago del {day} y no podemos reembolsar {amount} de él.',
    autochargeOff: 'Su suscripción {product} ya no se renueva automáticamente: no se cobrará ningún otro pago por ella.',
    accessUntil: 'Puede usarla hasta el {until}.',
    kept: 'Su suscripción {product} sigue como está y continúa renovándose automáticamente.',
    nothingRefunded: 'Esto no afecta a los pagos ya realizados.',
    chargeIs: 'El pago de {amount} del {day} corresponde a {product}.',
    chargeStatement: 'En su extracto aparece como {descriptor}.',
    chargeMethod: 'Se realizó con {method}.',
    chargeNotTheirs: 'Hemos anotado que no lo reconoce y lo estamos investigando. Avise también a su banco, por favor.',
    renewalFailed: 'El {day} se intentó un pago de {amount} por {product} que no se completó. No se cobró nada.',
    renewalOtherMethod: 'Utilice otro método de pago, por favor; le enviamos un enlace para ello.',
    renewalAskBank: 'Pida a su banco que permita el pago y díganos cuándo podemos volver a intentarlo.',
    renewalLeave: 'Si no desea renovar, no tiene que hacer nada.',
    bye: 'Un cordial saludo',
  },
  fr: {
    hello: 'Bonjour,',
    refundAsked:
      'Nous avons demandé un remboursement de {amount} sur votre paiement du {day}. Nous vous écrirons dès que la décision sera prise.',
    refundApproved: 'Votre remboursement de {amount} est approuvé et nous le transmettons au prestataire de paiement.',
    refundDone:
      'Votre remboursement de {amount} sur le paiement du {day} a été effectué. Votre banque peut mettre quelques jours à l’afficher.',
    refundReference: 'La référence du prestataire est {reference}.',
    refundRefused: 'Nous avons examiné votre paiement du {day} et ne pouvons pas en rembourser {amount}.',
    autochargeOff: 'Votre abonnement {product} ne se renouvelle plus automatiquement : aucun autre paiement ne sera prélevé.',
    accessUntil: 'Vous pouvez l’utiliser jusqu’au {until}.',
    kept: 'Votre abonnement {product} reste inchangé et continue de se renouveler automatiquement.',
    nothingRefunded: 'Les paiements déjà effectués ne sont pas concernés.',
    chargeIs: 'Le paiement de {amount} du {day} correspond à {product}.',
    chargeStatement: 'Il figure sur votre relevé sous le libellé {descriptor}.',
    chargeMethod: 'Il a été effectué avec {method}.',
    chargeNotTheirs:
      'Nous avons noté que vous ne le reconnaissez pas et nous menons des recherches. Merci de prévenir aussi votre banque.',
    renewalFailed: 'Le {day}, un paiement de {amount} pour {product} a été tenté sans aboutir. Rien n’a été prélevé.',
    renewalOtherMethod: 'Merci d’utiliser un autre moyen de paiement ; nous vous envoyons un lien à cet effet.',
    renewalAskBank: 'Demandez à votre banque d’autoriser le paiement et dites-nous quand nous pourrons réessayer.',
    renewalLeave: 'Si vous ne souhaitez pas renouveler, vous n’avez rien à faire.',
    bye: 'Cordialement',
  },
  pt: {
    hello: 'Olá,',
    refundAsked: 'Pedimos um reembolso de {amount} do seu pagamento de {day}. Escreveremos assim que houver uma decisão.',
    refundApproved: 'O seu reembolso de {amount} foi aprovado e estamos a encaminhá-lo ao provedor de pagamento.',
    refundDone: 'O seu reembolso de {amount} do pagamento de {day} foi feito. O seu banco pode levar alguns dias para o mostrar.',
    refundReference: 'A referência do provedor é {reference}.',
    refundRefused: 'Analisamos o seu pagamento de {day} e não podemos reembolsar {amount} dele.',
    autochargeOff: 'A sua assinatura {product} já não se renova automaticamente: nenhum outro pagamento será cobrado por ela.',
    accessUntil: 'Pode usá-la até {until}.',
    kept: 'A sua assinatura {product} fica como está e continua a renovar-se automaticamente.',
    nothingRefunded: 'Os pagamentos já feitos não são afetados.',
    chargeIs: 'O pagamento de {amount} de {day} refere-se a {product}.',
    chargeStatement: 'No seu extrato aparece como {descriptor}.',
    chargeMethod: 'Foi feito com {method}.',
    chargeNotTheirs: 'Anotamos que não o reconhece e estamos a verificar. Avise também o seu banco, por favor.',
    renewalFailed: 'Em {day} foi tentado um pagamento de {amount} por {product} que não se concluiu. Nada foi cobrado.',
    renewalOtherMethod: 'Use outro método de pagamento, por favor; enviaremos um link para isso.',
    renewalAskBank: 'Peça ao seu banco que autorize o pagamento e diga-nos quando podemos tentar de novo.',
    renewalLeave: 'Se não quiser renovar, não precisa de fazer nada.',
    bye: 'Atenciosamente',
  },
}
