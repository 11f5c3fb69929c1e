"""Words to what may follow them: abbreviations that do not end a sentence, words that do not end a line of a paragraph.

The splitter knows the abbreviations of everyday language in many languages. These are the ones of science, which are
the same in most languages.
"""

from __future__ import annotations

from functools import cache

from reprank.text.languages import Language


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Written without the last full stop. Something must follow these in the same sentence.
NEEDS_MORE = _words("approx ca cf cv e.g i.e f.sp ssp subsp subspp subg pv pvs var vars vs viz leg det ms spc supt")
# The second half of a rank: "Det.-Sgt.", "Lt.-Gov." A name must follow.
RANKS = _words("sgt insp supt cmdr col gen gov lt maj capt cpl adm")
# A number must follow these in the same sentence.
NEEDS_NUMBER = _words("fig figs eq eqs no nos nr vol vols p pp ref refs tab tabs sec sect ch chap art resp c")
# The sentence goes on after these if the next word is not one that begins sentences.
MAY_END = _words("sp spp al auct etc inc ltd co corp jr sr a.m p.m a.s.l s.l s.str")
# After a.m. and p.m. the sentence goes on with a day, a month or a time zone.
AFTER_HOUR = _words(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
    october november december eastern central mountain pacific local gmt utc est edt et cst cdt ct mst mdt mt pst pdt pt
    bst cet cest
    """
)
# Articles, prepositions, conjunctions and the like: a line that ends in one of these is not the end of a paragraph.
NEVER_LAST_ENGLISH = _words(
    """
    a an the of in on at by for from with to into onto upon about between among through during before after under
    against without within toward towards via per and or but nor as than that which who whose if because while although
    my your his its our their this these those is are was were be been has have had will would can could should may
    might must not very
    """
)
# The abbreviations of sentencex (MIT licence) that hold no full stop, for the languages in ``text.segments``; those of
# Kazakh only in Latin letters.
DANISH = _words(
    """
    adm adr afd afs al alm ang ank anm ann ansvh apr arr ass att aud aug aut bd bdt bet bhk bio biol bk bot br bto ca
    cal cirk cit co cpr-nr cvr-nr da dav dec def del dep diam din dir disp distr do dobb dr ds dvs eftf eftm egl eks
    eksam ekskl eksp ekspl el emer endv eng enk etc eur evt exam f fa fakt feb fec ff fg fhv fig fl flg fm fmd forb
    foreg foren forf forh fork form forr fors forsk forts fp fr frk fru fuldm fung fys fær g gd gdr gg gh gl gn gns gr
    grdl gross hdl henh henv hf hft hhv hort hosp hpl hr hrs hum i ib ibid if ifm ill indb indreg ing inkl insp instr
    isl istf jan jf jfr jnr jr jul jun jur jvf kal kap kat kbh kem kgl kin kl kld knsp komm kons korr kp kr kst kt ktr
    kv kvt l lab lat lb lejl lgd lic lign lin litt lok lrs ltr lø m ma mag maks mar mat md mdl mdr mdtl med medd medflg
    medl merc mezz mf mfl mgl mhp mht mi mia mio ml mods modsv modt mr mrk mrs ms mul mv mvh n nat ned nedenn nedenst
    nederl nkr nl no nord nov nr nto nuv o obj obl obs odont oecon off ofl okt omg omr omtr on opg opl opr org orig osfr
    osv ovenn ovenst overs ovf oz p par partc pass pct pd pens perf pers pg pga pgl ph pharm phil pinx pk pkt pl pluskv
    polit polyt port pos pp pr prc priv prod prof pron præd præf præp præs præt psych pt pæd rad red ref reg regn rel
    rep repr rest rk russ s sa sb sc scient sek sekr sem sen sep sept sg sign sj skr skt slutn sml smp sms smst soc sort
    sp spec spm spr spsk st stk str stud subj subst suff sup suppl sv såk sædv sø t tab td tdl tdr techn tekn temp th ti
    tidl tilf tilh till tilsv tjg tlf tlgr to tr trp tv ty u uafh ubf ubøj udb udbet udd udg uds ugtl ulin ult undt univ
    var vb vbsb vedk vedl vedr vejl vh vol vs vsa vær zool årg årh årl øv øvr
    """
)
SPANISH = _words(
    """
    a abr adj admón aero afmo ago almte ambi an anfi ante anti ap apdo archi arci arq art atte auto av avda bco bi bibl
    bien bis c cap cdad cm co com con contra cra crio cta cuadri cuasi cuatri cv da dcha dcho de deci dep des di dic
    dicc dir dis dn doc dom dpto dr dra dto ecto ee ej en endo entlo entre epi equi esq etc ex excmo ext extra fca fdo
    febr fig fil fra geo gob gr gral grs hemi hetero hiper hipo hnos homo hs i igl iltre im imp impr impto in incl infra
    ing inst inter intra iso izdo izq izqdo jue jul jun kg km lcdo ldo let lic ltd lun macro mar may mega mg micro min
    mini mié mm mono mt multi máx mín neo no nos nov núm oct omni p para pen ph pluri poli pos post pp ppal pre prev pro
    prof prov pseudo ptas pts pza pág págs párr párrf re reg rep retro rte s sdad seg semi sept seudo sig sobre sr sra
    sres srta sta sto sub super supra sáb tamb tel tfno trans tras tri ud uds ulter ultra un uni univ uu vd vds vice vid
    vie vol vs vto yuxta
    """
)
KAZAKH = _words(
    """
    afp anp atp bae bg bp cam cctv cd cez cgi cnpc dvd eiti epo er farc fbi gp gps has hiv hrh http icu idf imd ime ip
    iso kaz kpa kpo kz mgm mri nasa nba nbc nds ohl omlt pda pkk ppm psm psp raf rss rtl sas sme sms tnt udf uefa usb
    utc x zdf
    """
)
SHORT_WORD_LETTERS = 4  # shorter stop words of other languages are mostly articles, prepositions and the like


@cache
def never_last(language: Language) -> frozenset[str]:
    """Return words of a language after which a line break is only a space."""
    if language.code == "en":
        return NEVER_LAST_ENGLISH
    return frozenset(word for word in language.stopwords if len(word) <= SHORT_WORD_LETTERS and word.isalpha())
