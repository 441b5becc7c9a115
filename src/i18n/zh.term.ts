import type { LegalText } from './legal-document.ts';

export const document: LegalText = (facts, names) => {
  const { leastAge, features, payments, isOurs } = facts;
  const has = (feature: string) => features.includes(feature);
  const sells = payments.length > 0 || !isOurs;
  const isTrial = payments.includes('sandbox');
  return {
    updated: '2026-11-24',
    intro:
      '本条款是你与 Tyy 写真运营者（下称“我们”）之间的约定，自你登录时起生效。照片如何处理，见《隐私政策》。',
    sections: [
      {
        title: '我们是谁',
        points: {
          'operator-name':
            facts.name !== '' &&
            `${[facts.name, facts.address, facts.country && names.country(facts.country)].filter(Boolean).join('，')}。`,
          'operator-contact': facts.contact !== '' && `联系方式：${facts.contact.replace(/^mailto:/, '')}`,
        },
      },
      {
        title: '服务内容',
        points: {
          service:
            '你上传一至五张人脸照片、选择模板，即可得到相应风格的写真。写真由计算机生成，我们尽力做到相像，但不作保证。婴幼儿、老年人或戴眼镜的照片，效果波动较大。',
          'waiting-time': '应用显示的等待时间是估计值，同时制作的人多时会更久。',
        },
      },
      {
        title: '你的账户',
        points: {
          'own-account':
            '你使用已有的第三方账户登录。账户仅供你本人使用；发现他人进入你的账户时，请告知我们，在此之前账户中的操作视为你本人所为。',
          'least-age': `你应年满 ${leastAge} 周岁；你所在地的法律要求时，还须经父母或其他监护人同意，并由监护人对本条款负责。`,
        },
      },
      {
        title: '他人的照片',
        points: {
          'other-people':
            '请上传你自己的照片，或已了解用途并同意的人的照片；未成年人的照片由其监护人决定。对方改变主意时，请删除相应的照片和作品。',
        },
      },
      {
        title: '禁止的行为',
        points: {
          'not-pretending': '未经同意制作他人的写真，或冒充他人。',
          'not-harming': '制作欺骗、诽谤、骚扰、威胁或色情的内容，或以任何方式伤害未成年人的内容。',
          'not-evidence': '用作品通过身份核验，或当作真实发生之事的证据。',
          'not-breaking': '用照片或作品违反法律、侵犯他人权利。',
          'not-unlabelled': '去除表明作品由计算机生成的标识。',
          'not-attacking': '攻击服务、绕过限制，或用程序刷取金币。',
          consequences: '对上述行为，我们可以拒绝照片、移除作品、关闭账户；情节轻微的，会先行提醒。',
        },
      },
      {
        title: '照片审核',
        points: {
          review:
            isOurs &&
            '制作前，程序会检查照片是否可用：只有一张人脸，且足够大、清晰、明亮。程序可能出错。照片未通过时，应用会说明是哪一张、为什么，并退回本次的金币。',
        },
      },
      {
        title: '金币',
        points: {
          'coins-unit': '金币是在本应用内制作写真的计量单位，不是货币，不能兑换、转让、提现，也不计利息。',
          'coins-shown': '花费金币之前，应用会先显示数量。',
          'coins-held': isOurs && '制作开始时金币会被预扣；制作失败或照片未通过审核时，自动退回。',
          'coins-listed': '每一次变动都记在金币明细里。',
          'coins-lasting': isOurs && '只要账户存在，购买的金币就不会过期。',
        },
      },
      {
        title: '购买金币',
        points: {
          trial: isTrial && '这是产品的试用环境，不会真的收款。',
          price:
            sells &&
            !isTrial &&
            '按钮上的价格就是你要支付的金额，以人民币元计。支付机构确认后金币立即到账；确认需要更久时，款项不会丢失，应用会再次向你显示这笔订单。',
          once: isOurs && sells && '同一订单即使被确认两次，也只到账一次。',
          withdrawal:
            sells &&
            !isTrial &&
            '你要求金币立即交付。依法享有的退货权，对已使用的金币不再适用。如果重复付款或出现其他差错，请与我们联系，我们会予以更正。你依法享有的权利不受影响。',
        },
      },
      {
        title: '会员订阅',
        points: {
          subscription:
            sells &&
            '开通会员（VIP）后，在应用显示的到期日之前，制作写真不花金币，也不显示横幅广告。通过手机应用商店购买的套餐，其续订和退款按该商店的规则办理；自动续订的，可随时在该商店取消。会员供个人合理使用，不得用于自动化程序。',
          'paid-once':
            isOurs &&
            sells &&
            '不是通过手机应用商店购买的套餐一次付清，到期自动结束；会员有效期内再次购买，天数累加。',
        },
      },
      {
        title: '广告与奖励',
        points: {
          rewards:
            '在部分承载本服务的应用里，你可以看完一段广告获得金币。数量和每天的次数由服务显示或限定，跳过的广告没有奖励。以作弊方式取得的奖励可以收回。',
        },
      },
      {
        title: '权利归属',
        points: {
          ownership:
            '照片仍归你所有。你只授权我们为制作和展示你的写真而保存、处理照片，删除照片后授权即终止。用你的照片生成的作品，在遵守本条款的前提下由你自由使用，无论私下还是公开。模板、插图、名称和程序归我们所有，模板只能通过本服务使用。',
        },
      },
      {
        title: '分享',
        points: {
          sharing:
            '是否分享作品、分享到哪里，由你决定。他人可能误以为是真实照片，或法律有要求时，请标明由计算机生成。他人如何使用你分享出去的作品，我们无法控制。',
          labels: isOurs && '每张作品的数据里都写明由计算机生成。',
        },
      },
      {
        title: '我们的责任',
        points: {
          liability:
            '我们尽心运行服务，但不保证永不中断。因故意或重大过失造成的损失，以及造成人身伤害的，我们依法承担全部责任；其他情形，仅对违反主要义务承担责任，并以通常可预见的损失为限。重要的作品，请在自己的设备上另存一份。',
        },
      },
      {
        title: '终止',
        points: {
          leaving:
            has('delete-account') &&
            '你可以随时离开：“设置”中的“注销账户”会立即删除全部内容，金币和剩余的会员时长随之失效，法律另有规定的除外。',
          ending: '如果我们终止服务，会至少提前 30 天告知，并退还已购买而未使用的金币。',
        },
      },
      {
        title: '变更与适用法律',
        points: {
          changes: '不同意本条款的变更，可以随时离开；照片的处理方式如有变化，应用会重新征求你的同意。',
          law: '本条款适用运营者所在地的法律，但不排除你居住地法律给予你的保护。某一条款无效，不影响其他条款。',
        },
      },
    ],
  };
};
